import { links } from '../contract/links.ts'
import { keepFile, sharedCache, type Caches } from '../src/offline/kept-files.ts'

/** The address that the manifest's share target posts to. */
export const shareTarget = links.upload()

/**
 * Takes a file that the system shared with the installed app, with or without a network: kept on the device until the upload screen
 * takes it, and that screen is where one lands. One file waits at most; a later one takes its place. Where none came, or the device
 * has no room, the screen says that it did not arrive.
 */
export const receiveShared = async (
  request: Request,
  caches: Caches,
  id: string = crypto.randomUUID(),
): Promise<Response> => {
  const arrived = await kept(request, caches, id).catch(() => 'nothing')
  return Response.redirect(new URL(links.sharedFile(arrived), request.url).href, 303)
}

const kept = async (request: Request, caches: Caches, id: string): Promise<string> => {
  const file = (await request.formData()).getAll('file').find((part) => part instanceof File)
  if (file === undefined) return 'nothing'
  await caches.delete(sharedCache)
  await keepFile(caches, sharedCache, id, file)
  return id
}
