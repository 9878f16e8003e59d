/** What an answer must look like, read from the question. */
export interface Trait {
  name: string;
  asks: RegExp;
  holds: RegExp;
  /** What a sentence without it keeps of its score. */
  otherwise: number;
  /** Whether the entry or the column it stands in can say it for the text. */
  fromEntry?: boolean;
}

/** No section number, and no part of a compound such as `8192-byte page` or `six-month trial`, which counts nothing. */
const digits = String.raw`(?<![\d.§])\d[\d.,]*(?![\d.]*\.\d|[\d.,]*-\p{L})`;
const numberWord = String.raw`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|hundred|thousand|million|billion|none|zero|half|unlimited)\b(?!-)`;
const hanNumber = '[零〇一二三四五六七八九十百千万亿两几]+';
const timeUnit = String.raw`(?:ms|s|min|h|d|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b`;
const name = String.raw`["“'‘\x60][^"”'’\x60\s]+["”'’\x60]|\b\w+[_.\/-]\w+|\b[A-Z]{3,}\b|(?<!\w)--?[a-z]\w|(?<=[\u3400-\u9fff]\s?)[A-Za-z][\w.+-]+`;

/** In the order in which a reader would check them; every one that the question asks for counts. */
export const traits: readonly Trait[] = [
  { name: 'duration', asks: /\bhow (?:long|often|soon|old|frequently)\b|多久|多长时间|几[天年月秒分]|多少[天年月秒分小]/i, holds: new RegExp(`(?:${digits}|${numberWord}|\\ba|\\bevery)[\\s-]*${timeUnit}|\\b(?:daily|hourly|weekly|monthly|yearly|forever|never)\\b|[\\d零一二三四五六七八九十两半]+\\s?(?:个)?(?:毫秒|秒|分|小时|天|日|周|月|年)`, 'iu'), otherwise: 0.45 },
  { name: 'number', asks: /\bhow (?:many|much|large|big|far|fast|high|heavy|loud|expensive)\b|\b(?:what|which) (?:is the |was the )?(?:number|port|percentage|share|rate|priority|version|mode|uid|gid)\b|\bwhich [A-Z]+ port\b|\bin (?:decibels|euros|percent|kilometres|bytes)\b|\b(?:maximum|minimum) (?:number|size|length)\b|多少|几[个台辆种次项条位级]|多[大高远快重]|哪个端口|端口号|第几|版本号/i, holds: new RegExp(`${digits}|${numberWord}|${hanNumber}(?:个|台|辆|种|次|年|天|倍|元|公里|项|条|位|级|成)`, 'iu'), otherwise: 0.4 },
  { name: 'share', asks: /\b(?:what|which) (?:share|percentage|proportion|fraction)\b|百分之几|[准]?[\u3400-\u9fff]率|比例/i, holds: /%|％|\bper ?cent\b|\b(?:half|third|quarter)s?\b|百分之|成(?!为|本|立)/i, otherwise: 0.5 },
  { name: 'loudness', asks: /\bhow (?:loud|noisy)\b|\bdecibels?\b|多响|分贝|噪[声音]/i, holds: /\bdB\b|\bdecibels?\b|\bnois[ey]|\bquiet|分贝|噪[声音]/i, otherwise: 0.3 },
  { name: 'distance', asks: /\bhow far\b|多远/i, holds: /\d\s?(?:km|m|miles?|nautical|metres?|meters?)\b|公里|海里|米/i, otherwise: 0.5 },
  { name: 'weight', asks: /\bhow heavy\b|多重/i, holds: /\d\s?(?:kg|g|t|tonnes?|tons?|pounds?)\b|公斤|千克|吨/i, otherwise: 0.5 },
  { name: 'price', asks: /\bhow expensive\b|\bwhat (?:is the price|does .* cost)\b|多少钱/i, holds: /[€$£¥]|\b(?:euros?|dollars?|pounds?)\b|元/i, otherwise: 0.5 },
  // Of something that recurs the usual amount is asked, not that of one exceptional time.
  { name: 'usual', asks: /\b(?:each|per|average|usual(?:ly)?)\b|每|平均/i, holds: /\b(?:on average|average|mean|usual(?:ly)?|typical(?:ly)?|default)\b|平均|默认|通常/i, otherwise: 0.8 },
  { name: 'time', asks: /\bwhen\b|\b(?:what|which) (?:year|date|day|month)\b|何时|什么时候|哪[一]?[年天月]|日期/i, holds: /\b(?:1[5-9]|20)\d\d\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\d+\s*[年月日]|\b(?:when|after|before|until|once|during|start-?up)\b|之后|之前|时候|启动时/i, otherwise: 0.5 },
  { name: 'person', asks: /\bwho(?:m|se)?\b|谁|何人|哪位/i, holds: /(?<=[\p{Ll},]\s)\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+\s+\p{Lu}\p{Ll}+|\b(?:superusers?|owner|administrator|user|members?|maintainers?|board|committee|director)\b|[\u3400-\u9fff]{2,4}(?:先生|女士|表示|说|指出|主任|教授)|用户|管理员|维护者/u, otherwise: 0.7 },
  { name: 'path', asks: /\b(?:which|what) (?:configuration |config |log )?(?:file|directory|folder|path)\b|\bwhere (?:is|are|does|do|can|must)\b.*\b(?:file|log|stored|kept|configur|set|written|installed)|哪个(?:配置)?(?:文件|目录)|什么(?:文件|目录|路径)|路径|写在哪|存放在哪|在哪里(?:设置|配置)/i, holds: /[~\w$-]*\/[\w.$/-]+|\b\w+\.(?:conf|cfg|ini|log|txt|html|d|rc|so|sql)\b|\b[a-z]+_[a-z_]+\b/, otherwise: 0.5 },
  { name: 'place', asks: /\bwhere\b|\bwhich (?:city|town|country|line|place|port of)\b|哪里|何处|哪个(?:城市|地方)|在哪/i, holds: /\/[\w.-]+|(?<=[\p{Ll},]\s)\p{Lu}\p{Ll}+|[\u3400-\u9fff]+(?:市|省|县|区|路|站|目录|文件)|\b(?:in|at|under|into)\b/u, otherwise: 0.75 },
  { name: 'command', asks: /\b(?:which|what) (?:\w+ )?(?:command|option|parameter|setting|function|program|tool|utility|view|catalog|variable|signal|keyword|clause|package|extension|module|user|group)\b|(?:什么|哪个|哪条)(?:命令|选项|参数|工具|程序|变量|函数|软件包|信号|用户|组)|用什么|哪个/i, holds: new RegExp(name), otherwise: 0.6 },
  { name: 'reason', asks: /\bwhy\b|\breasons?\b|\bcauses?\b|为什么|为何|原因/i, holds: /\b(?:because|since|due to|owing to|as a result|therefore|so that|reasons?|caused?|to (?:avoid|prevent|ensure|protect|allow|keep)|in order to|otherwise|would|this means|that means|lest|if)\b|因为|由于|因此|原因|所以|导致|以免|为了|避免|否则/i, otherwise: 0.65 },
  { name: 'default', asks: /\bdefaults?\b|默认|缺省/i, holds: /(?<!non-)\bdefaults?\b|\btypically\b|\bnormally\b|\binitially\b|\bunless\b|默认|缺省|预设/i, otherwise: 0.6, fromEntry: true },
  { name: 'limit', asks: /\b(?:maximum|minimum|limit|largest|smallest|longest|at most|at least)\b|最[大小多少长短高低]|上限|下限|限制/i, holds: /\b(?:maximum|minimum|max|min|limit(?:ed)?|at (?:most|least)|up to|no (?:more|less|fewer) than|exceed|less than|more than|between|larg(?:er|est)|small(?:er|est))\b|最[大小多少长短高低]|上限|下限|限制|不超过|以内/i, otherwise: 0.8, fromEntry: true },
];

export const traitsOf = (question: string): Trait[] => traits.filter(({ asks }) => asks.test(question));

/** Numbers of sections and references, which answer no question after a number. */
const references = /(?:\b(?:Section|Chapter|Table|Figure|Part|Appendix|version|release)\s+|第\s?|表\s?|图\s?|§\s?)[A-Z]?\d+(?:\.\d+)*\s?(?:节|章)?/gi;

/** Share of its score that a text keeps for being, or not being, the kind of answer that was asked for. */
export function fit(asked: readonly Trait[], text: string, entry = ''): number {
  const bare = text.replace(references, ' ').replace(/^(?:[-*+]|\d+[.)])\s+/, '');
  return asked.reduce((kept, { holds, otherwise, fromEntry }) => (holds.test(bare) || (fromEntry === true && holds.test(entry)) ? kept : kept * otherwise), 1);
}

/** Whether the answer is a figure that others may give otherwise. */
export const asksForFigure = (part: string): boolean => traitsOf(part).some(({ name }) => name === 'number' || name === 'duration') || /\b(?:compare[ds]?|costs?|price|rate|share)\b|相比|成本|价格|率/i.test(part);
