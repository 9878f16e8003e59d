/**
 * Words whose change changes what a sentence claims, in skeleton form (lower case, no apostrophes).
 * They refuse a quote only where quote and text differ, so a word too many costs one more try and a word too few an untrue quote.
 */

/** What kind of meaning a difference touches. */
export type Sense = 'number' | 'sign' | 'unit' | 'date' | 'negation' | 'hedge' | 'name';

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

const negations = words(`
  no not non nor never neither none nothing nobody nowhere cannot without hardly scarcely barely except unless
  lack lacks lacked lacking fail fails failed failing anti
  nicht kein keine keinen keinem keiner nie niemals ohne ne pas jamais sans aucun aucune nunca jamás sin não sem nessun senza mai
`);

const hedges = words(`
  may might can could shall should will would must ought need needs
  perhaps maybe possible possibly probable probably likely unlikely presumably apparently seemingly supposedly allegedly reportedly arguably
  seem seems seemed appear appears appeared suggest suggests suggested indicate indicates indicated
  about approximately approx around roughly circa nearly almost virtually estimated expected projected
  all every each any always ever only solely merely just some several many much few most mostly more less fewer least
  often usually generally typically sometimes occasionally rarely seldom largely mainly partly partially
  completely entirely fully exactly certainly definitely if
`);

const numbers = words(`
  zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million millions billion billions trillion trillions
  dozen dozens half halves third thirds quarter quarters twice thrice double doubled triple tripled both pair
  first second fourth fifth sixth seventh eighth ninth tenth mn bn tn
`);

const dates = words(`
  january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri
  today yesterday tomorrow ago am pm bc ad bce ce
`);

const units = words(`
  percent percentage percentages pct cent cents dollar dollars euro euros pound pounds yuan renminbi yen usd eur gbp cny rmb jpy
  second seconds minute minutes hour hours day days week weeks fortnight month months year years decade decades century centuries
  nanosecond nanoseconds microsecond microseconds millisecond milliseconds ms
  nanometre nanometres micrometre micrometres millimetre millimetres centimetre centimetres metre metres kilometre kilometres
  nanometer nanometers micrometer micrometers millimeter millimeters centimeter centimeters meter meters kilometer kilometers
  mile miles yard yards foot feet inch inches acre acres hectare hectares
  microgram micrograms milligram milligrams gram grams kilogram kilograms tonne tonnes ton tons ounce ounces lb lbs kg mg km mm cm
  millilitre millilitres litre litres milliliter milliliters liter liters gallon gallons barrel barrels ml
  watt watts kilowatt kilowatts megawatt megawatts gigawatt gigawatts kw mw gw kwh mwh gwh twh joule joules calorie calories volt volts amp amps ampere amperes
  hertz khz mhz ghz bit bits byte bytes kilobyte kilobytes megabyte megabytes gigabyte gigabytes terabyte terabytes
  kb mb gb tb pb kib mib gib tib kbit mbit gbit bps kbps mbps gbps
  celsius fahrenheit kelvin degree degrees mol mmol pascal pascals hpa kpa mpa bar rpm fps ppm ppb db
`);

/** Symbols that are units only straight after a number. */
const unitsAfterNumber = words('m s g h d a v w k c f l j n t b in ft oz yd mi min hr hrs sec mo yr yrs pt px em pp bp bps hz pa ha ev ly pc');

/** Sentence openers and title words that no name is made of. */
const functionWords = new Set(words(`
  a an the this that these those it its he his him she her they their them we our us you your i im ive my me who whom whose which what when where why how
  and or but so yet for as at by in of on to from with into onto over under between among after before since until while during through against within
  is are was were be been being has have had do does did there here then thus hence however also still even once such than though although because
  moreover furthermore additionally finally similarly instead overall meanwhile nevertheless therefore
  der die das und ein eine le la les un une des et el los las y o il
`));

const han = {
  negation: words(`
    不 未 没 沒 无 無 非 别 勿 莫 否 没有 沒有 不是 不会 不能 不可 不得 不曾 未曾 从未 從未 尚未 并未 并非 並非 绝非 毫无 无法 無法 不再 除非 缺乏 禁止
    ない なかっ なく なけれ ません ませ ぬ ず ずに 無し なし 未だ
  `),
  hedge: words(`
    不可能 不一定 未必 不必 不太 不应 不应该 可能 也许 或许 大概 大约 大約 约 約 左右 上下 几乎 幾乎 接近 近乎 似乎 好像 看来 据说 据称 预计 預計 估计 估計 推测
    应 应该 應該 应当 必须 必須 必定 一定 肯定 需要 能 能够 能夠 可 可以 会 將 将 将会 得以
    所有 全部 全体 一切 每 各 仅 僅 只 只有 仅仅 部分 一部分 大部分 多数 多數 少数 少數 大多 有些 一些 许多 很多 通常 往往 经常 有时 偶尔 很少 至少 至多 最多 最少 超过 不到 不足 以上 以下 以内
    かもしれ だろう でしょう らしい ようだ 可能性 恐らく おそらく たぶん 多分 およそ おおよそ ほぼ ほとんど すべて 全て のみ だけ しか べき 必ず はず 程度 未満 以内 少なくとも
  `),
  number: words('一 二 三 四 五 六 七 八 九 十 百 千 万 萬 亿 億 兆 两 兩 半 双 倍 数 第一 第二 第三'),
  date: words('今年 去年 明年 前年 昨年 来年 今天 昨天 明天 昨日 今日 明日 本月 上月 下月 本周 上周 下周 世纪 世紀 年代 上午 下午 午前 午後 周一 周二 周三 周四 周五 周六 周日 星期'),
  unit: words('百分点 百分之 美元 欧元 英镑 人民币 日元 港元 公里 千米 厘米 毫米 纳米 微米 公斤 千克 毫克 公吨 平方米 立方米 公顷 小时 分钟 毫秒 摄氏度 华氏度 千瓦 兆瓦 字节 英里 英寸 英尺 キロ メートル グラム ドル ユーロ パーセント 時間 分間 秒間 日間 週間 か月'),
  /** Places of every newspaper; other names are known by what stands around them. */
  name: words(`
    中国 中國 美国 美國 英国 英國 法国 法國 德国 德國 日本 韩国 韓国 朝鲜 俄罗斯 俄国 印度 巴西 意大利 西班牙 加拿大 澳大利亚 欧盟 欧洲 亚洲 非洲 北美 南美 台湾 臺灣 香港 澳门
    北京 上海 天津 重庆 广州 深圳 杭州 南京 武汉 成都 西安 苏州 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南 四川 贵州 云南 陕西 甘肃 青海 内蒙古 广西 西藏 宁夏 新疆
    東京 大阪 京都 米国 英国 中華人民共和国
  `),
  /** Longer words that hold one of the above without its meaning. */
  none: words(`
    非常 未来 未來 无锡 别的 别人 特别 特別 区别 區別 类别 級別 级别 個別
    一般 一样 一樣 一致 一直 一起 一旦 统一 統一 唯一 进一步 之一 万一 十分 百科 千万 社会 社會 会议 會議 机会 機会 协会 協會 大会 委员会 能力 功能 性能 能源 可靠 可用 许可 認可 认可
    将来 將來 将军 应用 應用 反应 反應 对应 適応 適用 相应 供应 响应 只要 只是 各自 各種 各种 约定 契约 条约 節約 予約 制約 契約 倍率 数据 数字 数量 数值 数学 参数 函数 复数 変数 引数 関数 複数
    すくなく少なく なくす まず 必ずし わずか はずれ いずれ
  `),
} satisfies Record<string, string[]>;

/** Measures written in one character, units only straight after a number. */
export const hanUnitsAfterNumber = new Set('年月日时時分秒周週天元円圆米克吨噸度倍成折岁歳升磅'.split(''));

const senses = new Map<string, Sense>();
for (const [list, sense] of [[units, 'unit'], [numbers, 'number'], [dates, 'date'], [hedges, 'hedge'], [negations, 'negation']] as const) {
  for (const word of list) senses.set(word, sense);
}
const unitSymbols = new Set([...units, ...unitsAfterNumber]);

/** Longest first, so that 不可能 is not read as 不 and 可能. */
const hanTerms = new Map<string, Sense | null>();
for (const [sense, list] of Object.entries(han)) for (const term of list) hanTerms.set(term, sense === 'none' ? null : (sense as Sense));
const longestHanTerm = Math.max(...[...hanTerms.keys()].map((term) => term.length));

const contraction = /^(?:do|does|did|is|are|was|were|ca|wo|has|have|had|could|should|would|must|need|might|ai)nt$/;

/** The sense of a word in skeleton form, whatever stands around it. */
export function senseOfWord(word: string): Sense | null {
  return senses.get(word) ?? (contraction.test(word) ? 'negation' : null);
}

export const isUnitAfterNumber = (word: string): boolean => unitSymbols.has(word);
export const isFunctionWord = (word: string): boolean => functionWords.has(word);

/** Does the piece of Chinese or Japanese turn round what it is cut from, as 不 does in 不可能? */
export const negatesHan = (piece: string): boolean => /[不未没沒无無非否勿]|ない|なか|ませ/.test(piece);

/** The longest listed term of Chinese or Japanese that begins at `index`. */
export function hanTermAt(text: string, index: number): { length: number; sense: Sense | null } | null {
  for (let length = Math.min(longestHanTerm, text.length - index); length > 0; length--) {
    const sense = hanTerms.get(text.slice(index, index + length));
    if (sense !== undefined) return { length, sense };
  }
  return null;
}

/** Do two words differ by an affix that turns the meaning round: safe and unsafe, useful and useless? */
export function oppositeByAffix(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (/^(?:un|in|im|il|ir|non|dis|anti)/.test(long) && short.length > 2 && long.endsWith(short) && long.length - short.length <= 4) return true;
  const stem = /^(.{3,})less(ly|ness)?$/.exec(one) ?? /^(.{3,})less(ly|ness)?$/.exec(other);
  return stem !== null && [one, other].some((word) => word === stem[1] || word === `${stem[1]}ful${stem[2] ?? ''}`);
}

/** Family names that are seldom anything else; with a change of one for another a person becomes somebody else. */
const familyNames = new Set('王李张張刘劉陈陳杨楊赵趙黄吴吳徐孙孫朱胡郭罗羅梁宋郑鄭谢謝韩韓唐冯馮董萧蕭曹袁邓鄧傅沈彭吕呂苏蘇卢盧蒋蔣蔡贾賈魏薛潘戴汪邹熊郝邱秦邵孟钱錢汤湯尹黎'.split(''));
const beforeName = /(?:总统|总理|主席|首相|部长|教授|博士|院士|先生|女士|公司|集团)$/;
const afterName = /^.{0,2}(?:先生|女士|教授|博士|院士|总统|總統|总理|主席|首相|部长|大学|大學|公司|集团|银行|研究所|研究院|学院|省|市|县|氏|さん|社長|会長|大臣|県)/;

/** Chinese and Japanese write no capitals: is the run a name, by its family name, or by the title or kind of body beside it? */
export function looksLikeHanName(run: string, before: string, after: string): boolean {
  return familyNames.has(run[0] ?? '') || beforeName.test(before) || afterName.test(after);
}
