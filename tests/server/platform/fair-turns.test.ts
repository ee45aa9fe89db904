import { describe, expect, it } from 'vitest'
import { fairTurns } from '../../../server/platform/fair-turns.ts'

const recorder = () => {
  const ran: string[] = []
  const work = (name: string) => async (): Promise<void> => {
    ran.push(name)
    await Promise.resolve()
  }
  return { ran, work }
}

describe('turns of organisations', () => {
  it('let a neighbour go after the work of a busy organisation that runs, not after all that waits', async () => {
    const inTurn = fairTurns(1)
    const { ran, work } = recorder()
    await Promise.all([
      ...[1, 2, 3, 4].map((n) => inTurn('org_busy', work(`busy ${n}`))),
      inTurn('org_a', work('a')),
      inTurn('org_b', work('b')),
    ])
    expect(ran).toEqual(['busy 1', 'a', 'b', 'busy 2', 'busy 3', 'busy 4'])
  })

  it('go on after a work that fails', async () => {
    const inTurn = fairTurns(1)
    await expect(inTurn('org_a', () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
    await expect(inTurn('org_a', () => Promise.resolve('next'))).resolves.toBe('next')
  })
})
