// The entry that the editor calls: mocha over every test file beside this one, inside the extension host.
import { readdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import Mocha from 'mocha';

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 60_000, forbidOnly: true });
  for (const name of readdirSync(__dirname, { recursive: true }).map(String).sort()) {
    if (name.endsWith('.test.js')) mocha.addFile(path.join(__dirname, name));
  }
  const tests: HostTest[] = [];
  const failed = await new Promise<number>((resolve) => {
    mocha.run(resolve)
      .on('pass', (test) => tests.push({ title: test.fullTitle() }))
      .on('pending', (test) => tests.push({ title: test.fullTitle(), notRun: true }))
      .on('fail', (test, error: Error) => tests.push({ title: test.fullTitle(), error: error.stack ?? error.message }));
  });
  const results = process.env['HOST_TEST_RESULTS'];
  if (results) writeFileSync(results, JSON.stringify(tests));
  if (failed > 0) throw new Error(`${failed} host tests failed`);
}

/** One line of the results file: a test that ended or could not run here, and why it failed when it did. */
interface HostTest {
  readonly title: string;
  readonly error?: string;
  readonly notRun?: boolean;
}
