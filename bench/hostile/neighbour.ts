import { randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { uploadPartPath } from '../../contract/money/upload-file.ts'
import { percentile, measureMs } from '../support/timing.ts'
import { hostileWorkbooks } from '../../tests/kit/hostile/files.ts'
import { openBenchApp } from './app.ts'

export type NeighbourFigures = {
  files: number
  alone_p50_ms: number
  alone_p99_ms: number
  beside_p50_ms: number
  beside_p99_ms: number
  p99_ratio: number
  alone_lag_max_ms: number
  beside_lag_max_ms: number
  hostile_read: number
}

const organisations = ['org_hostile', 'org_neighbour'].map((id) => ({
  id,
  name: id,
  country: 'AU' as const,
  website: `https://${id.replace('_', '-')}.example`,
}))

/** Alone and beside another organisation's hostile workbooks, alternating every ten files. */
export const measureNeighbour = async (files: number): Promise<NeighbourFigures> => {
  const { app, tokenOf, close } = await openBenchApp(organisations)
  const uploader = async (orgId: string) => {
    const authorization = `Bearer ${await tokenOf(orgId)}`
    const call = (method: 'POST' | 'DELETE', url: string, payload?: object) =>
      app.inject({
        method,
        url: `/api/exchange/uploads${url}`,
        headers: { authorization, 'idempotency-key': randomUUID() },
        ...(payload ? { payload } : {}),
      })
    return async (bytes: Buffer, expected: number): Promise<number> => {
      const id = randomUUID()
      await call('POST', '', { id, name: 'leads', size: bytes.length })
      for (let at = 0; at < bytes.length; at += 1_000_000)
        await app.inject({
          method: 'PUT',
          url: `/api${uploadPartPath(id, at)}`,
          headers: { authorization, 'content-type': 'application/octet-stream' },
          payload: bytes.subarray(at, at + 1_000_000),
        })
      let status = 0
      const ms = await measureMs(async () => {
        status = (await call('POST', `/${id}/preview`, {})).statusCode
      })
      if (status !== expected) throw new Error(`A preview answered ${status}, not ${expected}.`)
      await call('DELETE', `/${id}`)
      return ms
    }
  }

  const attack = await uploader('org_hostile')
  const upload = await uploader('org_neighbour')
  const small = Buffer.from(`Company,ABN\n${'Harbour,51824753556\n'.repeat(50)}`)
  const hostile = hostileWorkbooks.map(({ bytes }) => bytes(1))
  const alone: number[] = []
  const beside: number[] = []
  const lagAlone: number[] = []
  const lagBeside: number[] = []
  let hostileRead = 0
  const turn = async (times: number[], lags: number[]): Promise<void> => {
    // A monitor that was disabled counts the time until it is enabled again as a delay.
    const lag = monitorEventLoopDelay({ resolution: 5 })
    lag.enable()
    for (let file = 0; file < 10; file++) times.push(await upload(small, 200))
    lag.disable()
    lags.push(lag.max / 1e6 - 5)
  }
  for (let warm = 0; warm < 20; warm++) await upload(small, 200)
  await attack(hostile[0] ?? small, 422)
  while (beside.length < files) {
    await turn(alone, lagAlone)
    let over = false
    const attacking = (async () => {
      while (!over) await attack(hostile[hostileRead++ % hostile.length] ?? small, 422)
    })()
    await turn(beside, lagBeside)
    over = true
    await attacking
  }
  await close()
  const [aloneP99, besideP99] = [percentile(alone, 0.99), percentile(beside, 0.99)]
  return {
    files: beside.length,
    alone_p50_ms: percentile(alone, 0.5),
    alone_p99_ms: aloneP99,
    beside_p50_ms: percentile(beside, 0.5),
    beside_p99_ms: besideP99,
    p99_ratio: besideP99 / aloneP99,
    alone_lag_max_ms: Math.max(...lagAlone),
    beside_lag_max_ms: Math.max(...lagBeside),
    hostile_read: hostileRead,
  }
}
