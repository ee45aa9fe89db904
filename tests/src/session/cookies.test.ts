import { expect, test } from 'vitest'
import { mayHaveSession } from '../../../src/session/mode.ts'

test.each([
  ['__client_uat=1795173219', true],
  ['theme=dark; __client_uat_Ab3-x_=1795173219; other=1', true],
  ['__client_uat=0; __client_uat_Ab3=0', false],
  ['', false],
  ['x__client_uat=1', false],
])('the cookies %j indicate a session: %s', (cookies, expected) => {
  expect(mayHaveSession(cookies)).toBe(expected)
})
