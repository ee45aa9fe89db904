import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RegistersEmulator = {
  origin: string
  /** By ABN and by NZBN: what each register says of it. */
  abns: Map<string, { AbnStatus: string; Gst: string | null; EntityName: string }>
  entities: Map<string, { entityStatusCode: string; [field: string]: unknown }>
  calls: string[]
  close(): Promise<void>
}

/** ABN Lookup's AbnDetails and NZBN's entities, in the shapes that they publish. */
export const startRegisters = async (keys: {
  guid: string
  nzbnKey: string
}): Promise<RegistersEmulator> => {
  const abns: RegistersEmulator['abns'] = new Map()
  const entities: RegistersEmulator['entities'] = new Map()
  const calls: string[] = []
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    calls.push(pathname)
    if (pathname === '/json/AbnDetails.aspx') {
      const answer = abnAnswer(searchParams, keys.guid, abns)
      response.writeHead(200, { 'content-type': 'application/javascript' })
      response.end(`${searchParams.get('callback') ?? ''}(${JSON.stringify(answer)})`)
      return
    }
    const allowed = headers['ocp-apim-subscription-key'] === keys.nzbnKey
    const entity = entities.get(pathname.split('/').at(-1) ?? '')
    response.writeHead(!allowed ? 401 : entity === undefined ? 404 : 200, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify(allowed ? (entity ?? {}) : {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has one
  return {
    origin: `http://127.0.0.1:${port}`,
    abns,
    entities,
    calls,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const empty = { Abn: '', AbnStatus: '', EntityName: '', EntityTypeCode: '', Gst: null }

const abnAnswer = (
  query: URLSearchParams,
  guid: string,
  abns: RegistersEmulator['abns'],
): object => {
  if (query.get('guid') !== guid)
    return { ...empty, Message: 'The GUID entered is not recognised as a Registered Party' }
  const abn = query.get('abn') ?? ''
  const known = abns.get(abn)
  return known === undefined
    ? { ...empty, Message: 'No record found' }
    : { ...empty, Abn: abn, ...known, Message: '' }
}
