import { session } from '../identity/session.ts'
import { getApiToken } from '../identity/token.ts'
import { createApi, type ApiClient } from '../lib/api.ts'
import { contact } from '../lib/contact.ts'
import { here } from '../local/here.ts'

/** The page's API client: its tokens come from whoever is signed in, its answers tell whether the server is reached. */
export const pageApi = (deploymentId: string): ApiClient =>
  createApi({
    fetch: here.tab.withinEpoch((input, init) => fetch(input, init)),
    getToken: getApiToken,
    isSignedIn: () => session.current().identity.state === 'signed-in',
    deploymentId,
    onContact: (reached) => {
      contact.reached = reached
    },
    onOutdated: () => {
      contact.outdated = true
    },
  })
