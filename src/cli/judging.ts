import { type Grading } from '../core/request/judgeArticle';
import { modelOf } from '../core/run/records';
import { facts } from '../core/run/state';
import { type Arguments, UsageError } from './arguments';
import { mustWrite } from './runFolderOf';
import { withRun } from './showing';
import { answer } from './terminal';

/** Exit 0 when each part of the question is answered, else 3. */
export async function judge(args: Arguments): Promise<number> {
  return withRun(args, 'auto', async (active) => {
    const { id, options } = facts(active.state);
    if ((args.model ?? modelOf(options, 'judge').researcher) === 'extractive') throw new UsageError('Who judges? Name a model: research-ledger judge RUN --model openai:NAME');
    await mustWrite(active);
    const grading = await active.judge(args.model, new AbortController().signal);
    answer(args, { run: id, ...grading }, inWords(grading));
    return grading.counts.answered === grading.grades.length ? 0 : 3;
  });
}

function inWords({ judge: name, selfJudged, version, grades, counts }: Grading): string {
  return [
    `Article version ${version}, judged by ${name}${selfJudged ? ', the model that wrote it' : ''}: ${counts.answered} of ${grades.length} parts answered, ${counts.partly} partly, ${counts.not} not${counts['not-judged'] > 0 ? `, ${counts['not-judged']} not judged` : ''}. Faithfulness to the sources is reported apart: show RUN checks.`,
    ...grades.map(({ part, text, verdict, sentences, why }) => `${part} ${verdict.replace('-', ' ')}: ${text}\n   ${why}${sentences.length > 0 ? ` (${sentences.join(', ')})` : ''}`),
  ].join('\n');
}
