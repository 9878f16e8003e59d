import { say, type Said } from '../run/said';
import { type Axis } from './events';

export const axisWords: Record<Axis, Said> = {
  turns: say('main turns'), requests: say('model requests'), reads: say('reads'), searches: say('searches'), publications: say('publications'),
  milliseconds: say('active time'), revisions: say('revisions'), blockRevisions: say('revisions of one block'), tokens: say('tokens'), money: say('money'),
};
