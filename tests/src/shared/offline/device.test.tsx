import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import { StrictMode, useEffect, useLayoutEffect, type ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import {
  DeviceProvider,
  useDevice,
  useItemStates,
  useLive,
  useLocal,
  useStorageError,
} from '../../../../src/shared/offline/device.tsx'
import { createList } from '../../../../src/offline/lists.ts'
import { lists, membersOf } from '../../../../src/offline/live.ts'
import type { Local } from '../../../../src/offline/outbox.ts'
import { currentTab } from '../../../../src/offline/wipe/current-tab.ts'

let local: Local | null = null
let last = 0

const hold = (mine: Local): void => {
  local = mine
}

afterEach(() => {
  cleanup()
  local = null
})

const anOwner = () => {
  last += 1
  return { userId: `user_${last}`, orgId: 'org_harbour' }
}

const Lists = () => {
  const mine = useLocal()
  useEffect(() => hold(mine), [mine])
  const all = useLive(lists)
  const states = useItemStates()
  const trouble = useStorageError()
  const device = useDevice()
  return (
    <>
      <p>{device === null ? 'opening' : 'open'}</p>
      <p>{trouble === null ? 'well' : `trouble: ${trouble}`}</p>
      {all?.map(({ id, value }) => (
        <p key={id}>
          {value.name}: {states.get(`list:${id}`) ?? 'sent'}
        </p>
      ))}
    </>
  )
}

const at = (owner: { userId: string; orgId: string }, content: ReactNode) => (
  <StrictMode>
    <DeviceProvider key={owner.userId} owner={owner}>
      {content}
    </DeviceProvider>
  </StrictMode>
)

const make = (name: string): Promise<unknown> =>
  local === null
    ? Promise.reject(new Error('Nothing is drawn'))
    : createList(local, { name, category: 'company' })

describe('the device of a page', () => {
  it('stores an edit that was made before it was open, and shows its state', async () => {
    render(at(anOwner(), <Lists />))
    expect(screen.getByText('opening')).toBeTruthy()
    await act(() => make('Perth builders'))
    expect(await screen.findByText('Perth builders: on this device')).toBeTruthy()
    expect(screen.getByText('open')).toBeTruthy()
    expect(screen.getByText('well')).toBeTruthy()
  })

  it('shows no data of one user to the next', async () => {
    const drawn = render(at(anOwner(), <Lists />))
    await act(() => make('Perth builders'))
    await screen.findByText('Perth builders: on this device')
    const before = local
    drawn.rerender(at(anOwner(), <Lists />))
    await screen.findByText('open')
    expect(screen.queryByText(/Perth builders/)).toBeNull()
    await expect(
      before && createList(before, { name: 'Too late', category: 'company' }),
    ).rejects.toMatchObject({ kind: 'closed' })
  })

  it('shows no data of one list under the next', async () => {
    const seen: string[] = []
    const Members = ({ id }: { id: string }) => {
      const mine = useLocal()
      useEffect(() => hold(mine), [mine])
      const members = useLive((device) => membersOf(device, id), [id])
      useLayoutEffect(() => void seen.push(`${id}: ${members?.join() ?? 'loading'}`))
      return <p>{members?.join() ?? 'loading'}</p>
    }
    const owner = anOwner()
    const drawn = render(at(owner, <Members id="none" />))
    const id = await act(async () =>
      local === null
        ? ''
        : createList(local, { name: 'One', category: 'company', recordIds: ['record'] }),
    )
    drawn.rerender(at(owner, <Members id={id} />))
    await screen.findByText('record')
    drawn.rerender(at(owner, <Members id="none" />))
    expect(screen.queryByText('record')).toBeNull()
    expect(seen.filter((line) => line === 'none: record')).toEqual([])
  })

  it('closes for good when the user leaves the organisation', async () => {
    const owner = anOwner()
    render(at(owner, <Lists />))
    await act(() => make('Perth builders'))
    await act(() => currentTab.tab.stopAll(owner))
    await expect(make('Too late')).rejects.toMatchObject({ kind: 'closed' })
    expect(screen.getByText('opening')).toBeTruthy()
  })
})
