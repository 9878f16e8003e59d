import ipaddr from 'ipaddr.js';

/** RFC 4291: today's global unicast addresses all lie here; `::a.b.c.d` and other old embeddings do not. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether a network address (IPv4 or IPv6, with or without zone) belongs to the public internet.
 *
 * Loopback, private, link-local, shared, reserved, documentation and multicast ranges do not, nor do the forms
 * that carry an IPv4 address inside (mapped, compatible, translated, NAT64, 6to4, Teredo): through those a
 * gateway could reach what the plain form may not. Text that is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.zoneId === undefined && address.match(globalUnicast) && !carriesPrivateIsatap(address);
}

/** RFC 5214: an ISATAP interface identifier is `0:5efe` or `200:5efe` before the IPv4 address it stands for. */
function carriesPrivateIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , universal, marker, high, low] = address.parts;
  if (marker !== 0x5efe || (universal !== 0 && universal !== 0x200) || high === undefined || low === undefined) return false;
  return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]).range() !== 'unicast';
}
