import { proxy, ref, useSnapshot } from 'valtio'
import { links } from '../../../contract/links.ts'
import { useIdentity } from '../../session/use-identity.ts'

type LastSearch = { href: string; state: unknown }

// A ref, because a history entry cannot hold a proxy.
const left = proxy<{ owner: string; search: ReturnType<typeof ref<LastSearch>> | null }>({
  owner: '',
  search: null,
})

/** The search that 'Search' returns to: the one this user left since the page loaded, otherwise a new one. */
export const useLastSearch = (): LastSearch => {
  const owner = useOwner()
  const { search, owner: its } = useSnapshot(left)
  return its === owner && search ? search : { href: links.newSearch(), state: null }
}

export const useRememberSearch = (): ((search: LastSearch) => void) => {
  const owner = useOwner()
  return (search) => Object.assign(left, { owner, search: ref(search) })
}

const useOwner = (): string => {
  const { userId, orgId } = useIdentity()
  return `${userId ?? ''} ${orgId ?? ''}`
}
