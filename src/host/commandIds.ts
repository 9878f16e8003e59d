/** Every command of the extension. A test holds these and the manifest together. */
export const commandIds = {
  newResearch: 'researchLedger.newResearch',
  openRun: 'researchLedger.openRun',
  pauseRun: 'researchLedger.pauseRun',
  resumeRun: 'researchLedger.resumeRun',
  stopRun: 'researchLedger.stopRun',
  continueRun: 'researchLedger.continueRun',
  verifyRun: 'researchLedger.verifyRun',
  exportArticle: 'researchLedger.exportArticle',
  compareVersions: 'researchLedger.compareVersions',
  openEvidence: 'researchLedger.openEvidence',
  openSource: 'researchLedger.openSource',
  showPage: 'researchLedger.showPage',
  copyCitationLink: 'researchLedger.copyCitationLink',
  withdrawSource: 'researchLedger.withdrawSource',
  deleteRun: 'researchLedger.deleteRun',
  refreshRuns: 'researchLedger.refreshRuns',
  showLog: 'researchLedger.showLog',
  setApiKey: 'researchLedger.setApiKey',
  testConnection: 'researchLedger.testConnection',
  nextNotice: 'researchLedger.nextNotice',
  previousNotice: 'researchLedger.previousNotice',
  nextCitation: 'researchLedger.nextCitation',
  previousCitation: 'researchLedger.previousCitation',
  jumpToNew: 'researchLedger.jumpToNew',
} as const;

export type CommandName = keyof typeof commandIds;
