const catalogue = 'reads our own catalogue only, once at the start'
const prompts = 'reads the text between two words of a prompt, which has 500 characters at most'

/** By file, and why untrusted text is short there. */
export const boundedRegexes: ReadonlyMap<string, string> = new Map([
  [
    String.raw`src/app/routes.tsx /\/+$/`,
    "the address of the visitor's own page, in their browser",
  ],
  [String.raw`server/catalog/positions.ts /^(.*?)(?: \[(.*)\])?$/`, catalogue],
  [String.raw`server/prompt-search/industries.ts /\s*\(.*?\)/g`, catalogue],
  [String.raw`server/prompt-search/location-names.ts / \(.*\)/`, catalogue],
  [String.raw`server/prompt-search/amounts.ts /([<>≥≤~]=?)\s*(?:[A-Z]{0,3}\$)?\s*$/`, prompts],
  [String.raw`server/prompt-search/numerals.ts /^\s*\$?\s*$/`, prompts],
  [
    String.raw`server/workbook/dates.ts /"[^"]*"|\[[^\]]*\]|\\./g`,
    'formats of a workbook of 255 characters at most',
  ],
  [
    String.raw`contract/core/without-values.ts /[^\s@]{1,64}@[^\s@]{1,255}/g`,
    'messages of the log, cut to 500 characters before',
  ],
  [String.raw`src/lib/format.ts /\B(?=(\d{3})+$)/g`, 'the digits of one number'],
])
