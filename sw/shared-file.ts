import { links } from '../contract/links.ts'
import { cacheFile, sharedCache, type Caches } from '../src/offline/file-cache.ts'

export const shareTarget = links.upload()

/**
 * Stores a file that the system shared for the upload screen, and opens it. At most one file waits; a later one replaces it. A web page without a
 * file opens quick search with its address.
 */
export const receiveShared = async (
  request: Request,
  caches: Caches,
  id: string = crypto.randomUUID(),
): Promise<Response> => {
  const to = await request
    .formData()
    .then((form) => storeShared(form, caches, id))
    .catch(() => links.sharedFile('nothing'))
  return Response.redirect(new URL(to, request.url).href, 303)
}

const storeShared = async (form: FormData, caches: Caches, id: string): Promise<string> => {
  const file = form.getAll('file').find((part) => part instanceof File)
  if (file === undefined) {
    const host = sharedHost(form)
    return host === undefined ? links.sharedFile('nothing') : links.findCompany(host)
  }
  await caches.delete(sharedCache)
  await cacheFile(caches, sharedCache, id, file)
  return links.sharedFile(id)
}

/** Android puts the address of a page into the text. */
const sharedHost = (form: FormData): string | undefined => {
  for (const name of ['url', 'text', 'title']) {
    const part = form.get(name)
    const [address] = (typeof part === 'string' && /https?:\/\/[^\s<>"]+/i.exec(part)) || []
    if (address !== undefined && URL.canParse(address))
      return new URL(address).hostname.replace(/^www\./, '')
  }
  return undefined
}
