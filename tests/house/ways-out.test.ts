import { describe, expect, it } from 'vitest'
import { planted, readProject } from './project.ts'
import { waysOutAreKnown, waysOutExist } from './rules/ways-out.ts'

const project = readProject()

describe('the connections that the server opens', () => {
  it('are known, each with who names where it leads', () => {
    expect(waysOutAreKnown(project)).toEqual([])
  })
  it('are opened by each file that is listed', () => {
    expect(waysOutExist(project)).toEqual([])
  })
})

describe('a connection that nobody has looked at', () => {
  it.each([
    `import { request } from 'node:https'\n`,
    `import { Agent } from 'undici'\n`,
    `import { isIP, connect } from 'node:net'\n`,
    `const answer = await fetch(url)\n`,
    `const ask = options.fetch ?? globalThis.fetch\n`,
    `clerkBackend({ apiUrl, fetch })\n`,
    `const socket = new WebSocket(url)\n`,
  ])('is noticed: %j', (source) => {
    for (const path of ['server/routes/a.ts', 'demo/a.ts'])
      expect(waysOutAreKnown(planted({ [path]: source }))).toEqual([
        expect.stringContaining(`${path}: send through guarded-post.ts`),
      ])
  })

  it('is not seen in types, comments, what is handed in, or outside the server', () => {
    const quiet = [
      `import type { IncomingMessage } from 'node:http'\n`,
      `import type { Socket } from 'node:net'\n`,
      `import { BlockList, isIP } from 'node:net'\n`,
      `// await fetch(url)\n`,
      `type Parts = { send: typeof fetch }\n`,
      `await options.fetch(url)\n`,
    ].join('')
    const files = { 'server/a.ts': quiet, 'src/a.ts': 'await fetch(url)\n' }
    expect(waysOutAreKnown(planted(files))).toEqual([])
  })

  it('is noticed when a listed file is gone', () => {
    expect(waysOutExist(planted({}))).toContainEqual(expect.stringContaining('server/app.ts'))
  })
})
