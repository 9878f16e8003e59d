// The test extension with a language-model provider, as a file that an editor installs.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { root } from '../../../scripts/lib/steps.mjs';

export const modelProvider = path.join(root, 'test/e2e/model-provider');

/**
 * Packs it; its parts are few and fixed.
 * @returns {Promise<string>} the VSIX
 */
export async function packModelProvider() {
  const parts = await Promise.all(['package.json', 'extension.cjs'].map(async (name) => [`extension/${name}`, new Uint8Array(await readFile(path.join(modelProvider, name)))]));
  const { name, publisher, version } = JSON.parse(await readFile(path.join(modelProvider, 'package.json'), 'utf8'));
  const manifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata><Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/></Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>`;
  const file = path.join(root, 'dist-test', 'scripted-models.vsix');
  await writeFile(file, zipSync({ 'extension.vsixmanifest': strToU8(manifest), ...Object.fromEntries(parts) }));
  return file;
}
