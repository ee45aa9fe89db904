import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryClient, useQuery } from '@tanstack/react-query'
import { PersistQueryClientProvider } from '@tanstack/react-query-persist-client'
import { Dexie, type EntityTable } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { createElement as h, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { proxy, useSnapshot } from 'valtio'
import { Workbox } from 'workbox-window'
import { Link, Route, Switch } from 'wouter'

// The minimum cost of an app on these libraries: one list of 50 rows from the device.

type Row = { id: number; name: string }
const db = new Dexie('floor') as Dexie & { rows: EntityTable<Row, 'id'> }
db.version(1).stores({ rows: 'id' })
db.on('populate', () => {
  void db.rows.bulkAdd(Array.from({ length: 50 }, (_, id) => ({ id, name: `Row ${id}` })))
})
void db.open()

const state = proxy({ presses: 0 })
const press = (): void => void (state.presses += 1)
const client = new QueryClient()
const persister = createSyncStoragePersister({ storage: localStorage })

const List = (): ReactNode => {
  const rows = useLiveQuery(() => db.rows.toArray(), []) ?? []
  const { presses } = useSnapshot(state)
  const settings = useQuery({ queryKey: ['settings'], queryFn: () => ({ title: 'Rows' }) }).data
  return h(
    'main',
    null,
    h('h1', null, settings?.title ?? 'Floor'),
    h('button', { type: 'button', onClick: press }, `Pressed ${presses} times`),
    h(
      'ul',
      null,
      rows.map((row) => h('li', { key: row.id }, row.name)),
    ),
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    h(
      PersistQueryClientProvider,
      { client, persistOptions: { persister } },
      h(Link, { href: '/elsewhere' }, 'Elsewhere'),
      h(
        Switch,
        null,
        h(Route, { path: '/elsewhere' }, 'Elsewhere'),
        h(Route, { path: '/' }, h(List)),
      ),
    ),
  )

addEventListener('load', () => void new Workbox('/sw.js').register())
