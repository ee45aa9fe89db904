import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { findPostgres } from '../../scripts/lib/system-packages.ts'
import { openDatabase } from '../../server/platform/db/db.ts'
import { testIssuer } from '../../tests/kit/app-parts.ts'
import { organisations } from '../../tests/kit/crash/orders.ts'
import { makeWorld } from '../../tests/kit/crash/world.ts'
import { work } from './clients.ts'
import { canStart, howToInstall, startCluster } from './cluster.ts'
import { openServers } from './servers.ts'

// npm run test:failover -- [clients, 50]: two processes on PostgreSQL under Patroni while clients work. The database's
// leader is killed, then each process is killed or ended and replaced by the next release. The last line is JSON.

const clients = Number(process.argv[2] ?? 50)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const [{ id: orgId } = { id: '' }] = organisations

const makeToken = async () => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'failover', alg: 'RS256' }
  const token = await new SignJWT({
    sid: 'sess_failover',
    v: 2,
    o: { id: orgId, rol: 'admin', slg: orgId },
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'failover' })
    .setIssuer(testIssuer)
    .setSubject('user_failover')
    .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
    .setExpirationTime('6h')
    .sign(privateKey)
  return { jwk, token }
}

const run = async (folder: string, postgres: string) => {
  const cluster = await startCluster(folder, postgres)
  const { jwk, token } = await makeToken()
  const keys = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json')
    answer.end(JSON.stringify({ keys: [jwk] }))
  }).listen(0, '127.0.0.1')
  await once(keys, 'listening')
  const address = keys.address()
  const jwks = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
  const servers = openServers(folder, cluster.url, jwks)
  try {
    print('a cluster of two is up')
    const [recordId = ''] = await makeWorld({ url: cluster.url }, 200)
    await Promise.all([servers.start(0, 'first'), servers.start(1, 'first')])
    let isOver = false
    const working = work(
      { ports: servers.ports, token, recordId },
      { clients, isOver: () => isOver },
    )
    await wait(5_000)
    print(`the leader ${await cluster.killLeader()} is killed`)
    await wait(40_000)
    print('a process is killed, and the next release takes its place')
    await servers.kill(0, 'SIGKILL')
    await servers.start(0, 'second')
    await wait(10_000)
    print('a process is ended, and the next release takes its place')
    await servers.kill(1, 'SIGTERM')
    await servers.start(1, 'second')
    await wait(10_000)
    isOver = true
    const found = await working
    const stored = await readNotes(cluster.url)
    return {
      acked: found.acked.length,
      lost: found.acked.filter((text) => !stored.has(text)).length,
      doubled: [...stored.values()].filter((times) => times > 1).length,
      outage_s: Math.round(found.longestGapMs / 100) / 10,
      refused_pages: found.refusedPages,
      pages_5xx: found.pages5xx,
    }
  } finally {
    await servers.stop()
    keys.close()
    cluster.stop()
  }
}

const readNotes = async (url: string): Promise<Map<string, number>> => {
  const db = await openDatabase({ url })
  try {
    const { rows } = await db.asOrg(orgId, (trx) =>
      sql<{ text: string; times: number }>`
        select text, count(*)::int as times from activity group by text`.execute(trx),
    )
    return new Map(rows.map(({ text, times }) => [text, times]))
  } finally {
    await db.close()
  }
}

const postgres = findPostgres()
if (!canStart(postgres)) {
  print(howToInstall)
  process.exitCode = 1
} else {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbook-failover-'))
  chmodSync(folder, 0o711)
  try {
    const result = await run(folder, postgres)
    print(JSON.stringify(result))
    const { lost, doubled, refused_pages: refused, pages_5xx: failed } = result
    process.exitCode = lost + doubled + refused + failed === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
