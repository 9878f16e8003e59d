import { sendAnswerPart, sendResearchUpdate } from './articleTools';
import { calculate } from './calculateTool';
import { correctEvidence } from './correctEvidence';
import { delegate } from './delegateTool';
import { linkSources, recordEvidence, recordInference, settleConflict } from './evidenceTools';
import { recall } from './recallTool';
import { enableDeepResearch, finish } from './runTools';
import { changePlan, setPlan, setScope } from './scopeTools';
import { dropResults, search } from './searchTools';
import { openSource, readSource } from './sourceTools';
import { queryTable } from './queryTable';
import { type Tool } from './tool';

/** Every tool that a researcher may be offered; what is offered when is decided in the turn view. */
export const toolset: readonly Tool[] = [
  setScope, setPlan, changePlan, search, dropResults, openSource, readSource, queryTable, calculate, recordEvidence, recordInference, correctEvidence, linkSources, settleConflict,
  sendResearchUpdate, sendAnswerPart, recall, delegate, enableDeepResearch, finish,
];
