/** Bodies, queries and content types that no client sends by mistake. */
export const rawBodies = [
  '',
  'null',
  '7',
  '"text"',
  '[]',
  '{',
  '{"category":"company","category":"people"}',
  '{"__proto__":{"category":"company"},"category":"company"}',
  '{"category":"company","constructor":{"prototype":{"polluted":true}}}',
  `{"category":"company","metadata":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
  `{"category":"company","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  `{"category":"company","filters":{${Array.from({ length: 6000 }, (_, n) => `"k${n}":[]`).join()}}}`,
  '\ufeff{"category":"company"}',
  '{"category":"\\u0000"}',
  '{"category":"company","search":"\\ud83d"}',
]
export const rawQueries = [
  '%',
  '%ff=%fe',
  'identifier=%E0%A4%A',
  'identifier=industry&identifier=keywords&from=1&from=2',
  'identifier[]=industry&from[]=1',
  'q=abc&from=Infinity',
  'q=abc&from=0x10&size=1e1',
  'q=abc&from=&size=',
  'q=abc&size=NaN',
  '__proto__=1&constructor=2&q=abc',
  `q=abc&${'a=1&'.repeat(2000)}`,
  'q=%00',
  'q=%ed%a0%80abc',
]
export const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'x/y',
]
