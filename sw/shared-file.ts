import { links } from '../contract/links.ts'
import { cacheFile, sharedCache, type Caches } from '../src/offline/file-cache.ts'

export const shareTarget = links.upload()

/** Stores a file that the system shared for the upload screen, and opens it. At most one file waits; a later one replaces it. */
export const receiveShared = async (
  request: Request,
  caches: Caches,
  id: string = crypto.randomUUID(),
): Promise<Response> => {
  const arrived = await storeSharedFile(request, caches, id).catch(() => 'nothing')
  return Response.redirect(new URL(links.sharedFile(arrived), request.url).href, 303)
}

const storeSharedFile = async (request: Request, caches: Caches, id: string): Promise<string> => {
  const file = (await request.formData()).getAll('file').find((part) => part instanceof File)
  if (file === undefined) return 'nothing'
  await caches.delete(sharedCache)
  await cacheFile(caches, sharedCache, id, file)
  return id
}
