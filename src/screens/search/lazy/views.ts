import { proxy, subscribe, useSnapshot } from 'valtio'
import * as z from 'zod/mini'
import { Category } from '../../../../contract/records/records.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { Density, uiState, useUiState } from '../../../lib/ui-state.ts'
import { useIdentity } from '../../../session/use-identity.ts'
import { Columns, useColumnChoice } from '../column-choice.ts'
import { useSearchHandle } from '../search-context.ts'
import { standardSort, withSort } from '../search-state.ts'

const Look = z.object({
  ...Columns.shape,
  sort: z.nullable(z.object({ field: z.string(), order: z.enum(['asc', 'desc']) })),
  density: Density,
})
type Look = z.infer<typeof Look>

const View = z.object({ ...Look.shape, category: Category, name: z.string() })

/** The views of a user, and the name of the one shown on each tab; null for the default. */
const Stored = z.object({
  views: z.array(View),
  shown: z.object({ company: z.nullable(z.string()), people: z.nullable(z.string()) }),
})
type Stored = z.infer<typeof Stored>

export const defaultView = 'Default'
const defaultLook: Look = { keys: null, widths: {}, sort: null, density: 'auto' }

/** By user, since the page loaded. */
const byUser = new Map<string, Stored>()

const viewsOf = (userId: string): Stored => {
  const before = byUser.get(userId)
  if (before) return before
  const key = `fieldbook.views.${userId}`
  const stored = z.safeParse(Stored, readStored(key))
  const views = proxy<Stored>(
    stored.success ? stored.data : { views: [], shown: { company: null, people: null } },
  )
  subscribe(views, () => writeStored(key, views))
  byUser.set(userId, views)
  return views
}

/** The named views of the table on the open tab; stored on this device until sign-out, as the columns are. */
export const useViews = () => {
  const { userId } = useIdentity()
  const userKey = userId ?? 'nobody'
  const snapshot = useSnapshot(viewsOf(userKey))
  const { state, change } = useSearchHandle()
  const { tab: category, criteria } = state
  const { chosen, replace } = useColumnChoice(category)
  const { density } = useUiState()
  const usual = standardSort(criteria, category)
  const current = (): Look => ({
    keys: chosen.keys && [...chosen.keys],
    widths: { ...chosen.widths },
    sort: state.sort[category],
    density,
  })
  const sortKey = ({ sort }: Pick<Look, 'sort'>): string => JSON.stringify(sort ?? usual)
  const isSame = (look: Look): boolean =>
    contentOf(look) === contentOf(current()) && sortKey(look) === sortKey(current())
  const views = snapshot.views.filter((view) => view.category === category)
  const shown = views.find(({ name }) => name === snapshot.shown[category])
  const find = (name: string) =>
    viewsOf(userKey).views.find((view) => view.category === category && view.name === name)
  return {
    names: views.map(({ name }) => name),
    /** The default view where none is shown. */
    shown: shown?.name ?? defaultView,
    isChanged: !isSame(Look.parse(shown ?? defaultLook)),
    show: (name: string): void => {
      const view = find(name)
      const look = Look.parse(view ?? defaultLook)
      viewsOf(userKey).shown[category] = view?.name ?? null
      replace({ keys: look.keys, widths: look.widths })
      uiState.density = look.density
      if (sortKey(look) !== sortKey(current())) change((before) => withSort(before, look.sort))
    },
    add: (name: string): void => {
      viewsOf(userKey).views.push({ ...current(), category, name })
      viewsOf(userKey).shown[category] = name
    },
    saveChanges: (): void => {
      const view = find(shown?.name ?? '')
      if (view) Object.assign(view, current())
    },
    /** Of the view that is shown. */
    rename: (to: string): void => {
      const view = find(shown?.name ?? '')
      if (!view) return
      view.name = to
      viewsOf(userKey).shown[category] = to
    },
    remove: (): void => {
      const store = viewsOf(userKey)
      store.views = store.views.filter(
        (view) => view.category !== category || view.name !== shown?.name,
      )
    },
  }
}

const contentOf = ({ keys, widths, density }: Look): string =>
  JSON.stringify([keys, Object.entries(widths).sort(), density])
