import { describe, expect, it } from 'vitest'
import { servicesOf } from '../../server/platform/http/services.ts'
import { fakeProject, readProject } from './project.ts'
import {
  outboundFilesAreListed,
  outboundFilesExist,
  reached,
} from './rules/outbound-connections.ts'

const project = readProject()

describe('the outbound connections of the server', () => {
  it('are all listed, each with who names its target', () => {
    expect(outboundFilesAreListed(project)).toEqual([])
  })
  it('reach what the privacy page names beside what browsers reach, and nothing else', () => {
    const onServer = servicesOf(
      '',
      { clerk: null, posthog: null, sentry: null, stripe: null, chat: null },
      {
        clerkHosted: true,
        errorReports: true,
        mail: true,
        storage: true,
        crms: ['HubSpot'],
        registers: ['ABN Lookup'],
      },
    ).map(({ key }) => key)
    // The page always says what alerts are; a chat and payments are in the policy of browsers.
    const elsewhere = ['alerts', 'installation', 'hubspot-chat']
    expect([...reached].toSorted()).toEqual([...onServer, ...elsewhere].toSorted())
  })
  it('exist for each listed file', () => {
    expect(outboundFilesExist(project)).toEqual([])
  })
})

describe('an unlisted outbound connection', () => {
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
      expect(outboundFilesAreListed(fakeProject({ [path]: source }))).toEqual([
        expect.stringContaining(`${path}: send through guarded-post.ts`),
      ])
  })

  it('is not reported for types, comments, injected clients, or files outside the server', () => {
    const quiet = [
      `import type { IncomingMessage } from 'node:http'\n`,
      `import type { Socket } from 'node:net'\n`,
      `import { BlockList, isIP } from 'node:net'\n`,
      `// await fetch(url)\n`,
      `type Parts = { send: typeof fetch }\n`,
      `await options.fetch(url)\n`,
    ].join('')
    const files = { 'server/a.ts': quiet, 'src/a.ts': 'await fetch(url)\n' }
    expect(outboundFilesAreListed(fakeProject(files))).toEqual([])
  })

  it('is reported for a listed file that no longer exists', () => {
    expect(outboundFilesExist(fakeProject({}))).toContainEqual(
      expect.stringContaining('server/main.ts'),
    )
  })
})
