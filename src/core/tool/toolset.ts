import { sendAnswerPart, sendResearchUpdate } from './articleTools';
import { calculate } from './calculateTool';
import { correctEvidence } from './correctEvidence';
import { delegate } from './delegateTool';
import { recall } from './recallTool';
import { recordEvidence } from './recordEvidence';
import { recordInference } from './recordInference';
import { enableDeepResearch, finish } from './runTools';
import { changePlan, setPlan, setScope } from './scopeTools';
import { dropResults, search } from './searchTools';
import { settleConflict } from './settleConflict';
import { linkSources, openSource, readSource } from './sourceTools';
import { queryTable } from './queryTable';
import { type Tool } from './tool';

/** Every tool that a researcher may be offered; what is offered when is decided in the turn view. */
export const toolset: readonly Tool[] = [
  setScope, setPlan, changePlan, search, dropResults, openSource, readSource, queryTable, calculate, recordEvidence, recordInference, correctEvidence, linkSources, settleConflict,
  sendResearchUpdate, sendAnswerPart, recall, delegate, enableDeepResearch, finish,
];
