import { type Tool, type ToolContext, type ToolOutcome } from '../../src/core/tool/tool';
import { type LogBuilder } from './builders';
import { MemoryLog, memoryWorld, type MemoryWorld } from './memoryWorld';

/** Runs one tool on the state of a built log, as the run does, and appends what it writes. */
export async function callTool(log: LogBuilder, tool: Tool, given: unknown, world: MemoryWorld = memoryWorld({}), worker = 'main'): Promise<ToolOutcome> {
  const { library, archive, providers, tables, calculator, clock, log: said } = world.parts(new MemoryLog());
  const { state, events } = log;
  const context: ToolContext = {
    call: 'K1', worker, extractor: 'model', quotes: false, state, events, library, archive, providers, tables, calculator, clock, log: said,
    sha256: (text) => text, signal: new AbortController().signal, inOrder: () => Promise.resolve(log.state), delegate: () => Promise.resolve({ ok: false, message: 'nobody to send' }), checked: () => Promise.resolve(),
  };
  const outcome = (await tool.run(tool.schema.parse(given), context))(log.state);
  log.append(...outcome.drafts);
  return outcome;
}
