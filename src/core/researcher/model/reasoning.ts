/** Reasoning that some models write into their answer, closed or not. It is neither article nor call. */
const reasoning = /<(think|thinking|reasoning)>[\s\S]*?(?:<\/\1>|$)|\[THINK\][\s\S]*?(?:\[\/THINK\]|$)|(?:<\|start\|>assistant)?<\|channel\|>analysis<\|message\|>[\s\S]*?(?:<\|end\|>|$)/gi;
/** Reasoning whose opening tag the server's own template swallowed. */
const headlessReasoning = /^[\s\S]*(?:<\/(?:think|thinking|reasoning)>|\[\/THINK\])/i;
/** What a template puts around the words that are meant. */
const wordsMark = /(?:<\|start\|>assistant)?<\|channel\|>final<\|message\|>|<\|return\|>/g;

export const withoutReasoning = (text: string): string => text.replace(reasoning, '').replace(headlessReasoning, '').replace(wordsMark, '').trim();
