import { openBitmaps, type BitmapParts } from '../bitmap-engine.ts'
import type { SearchEngine } from '../engine.ts'
import { fingerprint } from '../fingerprint.ts'
import { openCluster } from './cluster-engine.ts'
import { indexFormat } from './fields.ts'
import { createNodes } from './nodes.ts'

/** The engine of this installation: the nodes of a cluster if there are any, else the memory of this process. */
export const openSearch = (
  parts: BitmapParts & { nodes: readonly string[] | undefined },
): Promise<SearchEngine> => {
  const { nodes, ...bitmaps } = parts
  if (nodes === undefined) return openBitmaps(bitmaps)
  return openCluster({
    ...bitmaps,
    nodes: createNodes({ urls: nodes, fetch, now: Date.now }),
    name: `fieldbook-${fingerprint().slice(0, 12)}-${indexFormat}`,
    now: Date.now,
  })
}
