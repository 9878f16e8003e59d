import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** A file that may be a source. `stamp` joins size, modification time in nanoseconds and inode. */
export interface FoundFile {
  path: string;
  size: number;
  stamp: string;
}

/** What the walk came upon and left out, with a sentence that names it and says why. */
export interface LeftOut {
  path: string;
  why: string;
  /** It can be read, and is written from research: no source for another. */
  fromResearch?: true | undefined;
}

export interface Walk {
  /** Folders, or single files. */
  roots: string[];
  /** Patterns in the syntax of `.gitignore`, relative to each root. */
  exclude: string[];
  /** Folders never entered, by full path: where the index itself lies. */
  never: string[];
  signal: AbortSignal;
}

/** Never entered, whatever a file says. Hidden names are left out too: they hold settings and keys, not sources. */
const neverNamed = new Set(['node_modules', '__pycache__']);
/** Known not to be text without a look inside. Anything else is for the reader to say. */
const notText = new Set(('.png .jpg .jpeg .gif .webp .bmp .ico .icns .tif .tiff .heic .avif .psd .mp3 .mp4 .m4a .ogg .wav .flac .avi .mov .mkv .webm .woff .woff2 .ttf .otf .eot '
  + '.gz .tgz .bz2 .xz .zst .7z .rar .tar .jar .war .deb .rpm .dmg .iso .img .vsix .exe .dll .so .dylib .a .o .obj .class .pyc .wasm .bin .dat .db .sqlite .sqlite3 .zip').split(' '));

const statsAtOnce = 64;

/** Files below the roots, each once, in the order of the roots and of their names. Symbolic links are not followed. */
export async function* walk(options: Walk): AsyncGenerator<FoundFile | LeftOut> {
  const seen = new Set<string>();
  const actualRoots = await Promise.all(options.roots.map((root) => realpath(root).catch(() => root)));
  const excluded = options.exclude.length > 0 ? ignore().add(options.exclude) : null;
  for (const root of options.roots) {
    for await (const found of walkRoot({ ...options, root, actualRoots, excluded, rules: [] })) {
      if (seen.has(found.path)) continue;
      seen.add(found.path);
      yield found;
    }
  }
}

interface Place extends Walk {
  root: string;
  actualRoots: string[];
  excluded: Ignore | null;
  /** From `.gitignore` files, outermost first; the innermost that says anything decides, as in git. */
  rules: { base: string; matcher: Ignore }[];
}

async function* walkRoot(place: Place): AsyncGenerator<FoundFile | LeftOut> {
  const { root } = place;
  try {
    if ((await stat(root)).isFile()) {
      yield await look(root);
      return;
    }
  } catch (error) {
    yield { path: root, why: reasonOf(root, error) };
    return;
  }
  yield* walkFolder(root, place);
}

async function* walkFolder(folder: string, place: Place): AsyncGenerator<FoundFile | LeftOut> {
  place.signal.throwIfAborted();
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    yield { path: folder, why: reasonOf(folder, error) };
    return;
  }
  let here = place;
  if (entries.some((entry) => entry.name === '.gitignore' && entry.isFile())) {
    const rules = join(folder, '.gitignore');
    try {
      here = { ...place, rules: [...place.rules, { base: folder, matcher: ignore().add(await readFile(rules, 'utf8')) }] };
    } catch (error) {
      yield { path: rules, why: reasonOf(rules, error) };
    }
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || neverNamed.has(entry.name) || isIgnored(path, entry.isDirectory(), here)) continue;
    if (entry.isDirectory()) {
      if (!place.never.includes(path)) folders.push(path);
    } else if (entry.isSymbolicLink()) {
      const why = await linkTrouble(path, here);
      if (why !== null) yield { path, why };
    } else if (entry.isFile()) files.push(path);
    else yield { path, why: `${path} is neither a file nor a folder.` };
  }
  for (let at = 0; at < files.length; at += statsAtOnce) yield* await Promise.all(files.slice(at, at + statsAtOnce).map(look));
  for (const path of folders) yield* walkFolder(path, here);
}

async function look(path: string): Promise<FoundFile | LeftOut> {
  const suffix = extname(path).toLowerCase();
  if (notText.has(suffix)) return { path, why: `${path} holds no text to read, by its suffix.` };
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true });
    return { path, size: Number(size), stamp: `${size}:${mtimeNs}:${ino}` };
  } catch (error) {
    return { path, why: reasonOf(path, error) };
  }
}

function isIgnored(path: string, isFolder: boolean, { root, excluded, rules }: Place): boolean {
  if (excluded?.ignores(inside(root, path, isFolder)) === true) return true;
  for (const { base, matcher } of [...rules].reverse()) {
    const said = matcher.test(inside(base, path, isFolder));
    if (said.ignored) return true;
    if (said.unignored) return false;
  }
  return false;
}

const inside = (base: string, path: string, isFolder: boolean): string => relative(base, path).split(sep).join('/') + (isFolder ? '/' : '');

/** A link into the folder shows what is read anyway; one out of it shows what was not given. */
async function linkTrouble(path: string, place: Place): Promise<string | null> {
  try {
    const target = await realpath(path);
    const within = place.actualRoots.some((root) => target === root || target.startsWith(root + sep));
    return within ? null : `${path} is a link out of the folder, which is not followed. Add its target as a folder of its own.`;
  } catch (error) {
    return reasonOf(path, error);
  }
}

export function reasonOf(path: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EACCES':
    case 'EPERM': return `${path} may not be read: permission denied.`;
    case 'ENOENT': return `${path} is not there.`;
    case 'ELOOP': return `${path} is a link that leads back to itself.`;
    default: return `${path} cannot be read: ${message}`;
  }
}
