/** Where a sentence stops speaking of one thing: a negation on the other side of it denies nothing on this side. */
const joint = /[;:；：。]|[,，](?!\d)|\s[–—]\s|\b(?:but|and|while|whereas|although|because|since|which|who)\b|而是|但是?|而且/g;

/** Verbs that are denied: "did not carry", "was never", "并没有", "不是"; what only bounds or adds is no denial: "not only", "not more than", "没有超过". */
const negatedVerb = /\b(?:(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)(?:n[’']t|\s+not|\s+never)|never|cannot|denie[sd])\b(?!\s+(?:only|just|merely|solely|simply|yet|all|always|necessarily))|(?:并没有|没有|并未|从未|未(?![来满超及到足必])|并非|并不是|不是|否认)(?!只|仅|全|都)/i;
/** Between the negation and the figure: words by which the figure is a limit or a time in which it was so. */
const bounds = /\b(?:exceed\w*|above|below|beyond|over|under|(?:more|less|fewer|later|earlier|better|worse|higher|lower) than|at (?:least|most)|until|before|reach\w*)\b|\b(?:for|after|within|during|since|in)\s*$|超过|超出|低于|少于|多于|达到|不足|不到|至少/i;
/** After the figure: words that call it false. */
const calledFalse = /^[^.]{0,30}?\b(?:is|was|are|were)\s+(?:not\s+(?:correct|true|right|the)|wrong|false|incorrect)\b|^.{0,12}?(?:不属实|不正确|不准确|有误|是错的|是错误的)/i;

/** Whether a sentence denies what stands at a place in it, as "did not carry 412,000 passengers" denies 412,000: by a negation of the verb in the same clause. */
export function isDeniedAt(sentence: string, start: number, length: number): boolean {
  const joints = [...sentence.matchAll(joint)];
  const from = joints.findLast(({ index }) => index < start);
  const to = joints.find(({ index }) => index >= start + length)?.index ?? sentence.length;
  const before = sentence.slice(from === undefined ? 0 : from.index + from[0].length, start);
  const negation = negatedVerb.exec(before);
  if (negation && !bounds.test(before.slice(negation.index + negation[0].length))) return true;
  return calledFalse.test(sentence.slice(start + length, to));
}
