import { sendAnswerPart, sendResearchUpdate } from './articleTools';
import { linkSources, recordEvidence, recordInference, settleConflict } from './evidenceTools';
import { enableDeepResearch, finish } from './runTools';
import { changePlan, setPlan, setScope } from './scopeTools';
import { dropResults, search } from './searchTools';
import { openSource, readSource } from './sourceTools';
import { type Tool } from './tool';

/** Every tool that a researcher may be offered; what is offered when is decided in the turn view. */
export const toolset: readonly Tool[] = [
  setScope, setPlan, changePlan, search, dropResults, openSource, readSource, recordEvidence, recordInference, linkSources, settleConflict,
  sendResearchUpdate, sendAnswerPart, enableDeepResearch, finish,
];
