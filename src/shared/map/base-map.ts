import { addProtocol, type StyleSpecification } from 'maplibre-gl'
import { Protocol } from 'pmtiles'
import { openArchive, storeArchive } from './archive.ts'
import { styleOf } from './base-map-style.ts'
import { readColours } from './map-colours.ts'
import { noticeOf } from './notice.ts'

const protocol = new Protocol()

/**
 * What is below every map: from our own origin, or from this device. Rejects if neither has it. Load this file with the first
 * map: MapLibre is large.
 */
export const prepareBaseMap = async (): Promise<{
  style: (theme: 'light' | 'dark') => StyleSpecification
  notice: string
}> => {
  const opened = await openArchive()
  protocol.add(opened.archive)
  addProtocol('pmtiles', protocol.tile)
  return {
    style: (theme) => styleOf(opened, readColours(theme)),
    notice: noticeOf(opened),
  }
}

/** Stores the base map for use without a connection. Rejects if it was not stored. */
export const storeBaseMap = (): Promise<void> => storeArchive()
