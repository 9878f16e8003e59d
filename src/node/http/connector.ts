import { lookup as systemLookup } from 'node:dns/promises';
import { rootCertificates } from 'node:tls';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { failure, HttpError } from './failure';
import { bareHost, isLiteral, type AllowedHosts } from './webAddress';

/** All network addresses of a host name; rejects when there is none. */
export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

export const systemResolve: Resolve = (host) => systemLookup(host, { all: true });

export interface ConnectorOptions {
  resolve: Resolve;
  isPublicAddress: (address: string) => boolean;
  allowed: AllowedHosts;
  /** PEM texts trusted beside the well-known authorities. */
  certificates: readonly string[];
  connectMilliseconds: number;
  /** Told the network address that a host (`name:port`) was dialled at. */
  onDialled: (host: string, address: string) => void;
}

export const blockedAddress = (shown: string, address: string): HttpError =>
  new HttpError(
    failure('blocked-address', `${shown} leads to ${address}, which is not a public internet address, so it is not opened. If it is meant, add the host to the allowed hosts in the settings.`),
  );

/** Refuses a literal address that is not public. Literals never reach a lookup, so they are checked on their own. */
export function checkLiteral(url: URL, shown: string, options: Pick<ConnectorOptions, 'allowed' | 'isPublicAddress'>): void {
  const host = bareHost(url);
  if (isLiteral(host) && !options.allowed.has(url) && !options.isPublicAddress(host)) throw blockedAddress(shown, host);
}

/**
 * Connects only where the address rule permits. A name is looked up once for each dial and the checked answer is
 * the one dialled, so a name server that answers differently the second time gains nothing.
 */
export function checkingConnector(options: ConnectorOptions): buildConnector.connector {
  const shared = {
    timeout: options.connectMilliseconds,
    ...(options.certificates.length > 0 ? { ca: [...rootCertificates, ...options.certificates] } : {}),
  };
  const guarded = buildConnector({ ...shared, lookup: lookupThrough(options.resolve, options.isPublicAddress) });
  const open = buildConnector({ ...shared, lookup: lookupThrough(options.resolve, () => true) });
  return (target, callback) => {
    const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
    const exempt = options.allowed.has(url);
    try {
      checkLiteral(url, url.host, options);
    } catch (error) {
      callback(error as HttpError, null);
      return;
    }
    (exempt ? open : guarded)(target, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      const dialled = socket.remoteAddress;
      if (dialled !== undefined && !exempt && !options.isPublicAddress(dialled)) {
        socket.destroy();
        callback(blockedAddress(url.host, dialled), null);
        return;
      }
      if (dialled !== undefined) options.onDialled(url.host, dialled);
      callback(null, socket);
    });
  };
}

/** A name of which one answer is not public is refused whole: a mixed answer is how rebinding looks. */
function lookupThrough(resolve: Resolve, isPublicAddress: (address: string) => boolean): LookupFunction {
  return (host, { all }, callback) => {
    resolve(host).then(
      (answers) => {
        const refused = answers.find(({ address }) => !isPublicAddress(address));
        const first = answers[0];
        if (refused !== undefined) callback(blockedAddress(host, refused.address), '', 0);
        else if (first === undefined) callback(Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' }), '', 0);
        else if (all === true) callback(null, answers);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}
