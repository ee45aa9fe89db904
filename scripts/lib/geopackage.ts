import { DatabaseSync } from 'node:sqlite'

export type Point = readonly [number, number]
export type Ring = Point[]

/** The rings of each feature's polygons, where `condition` holds. https://www.geopackage.org/spec/#gpb_format */
export const readPolygons = (file: string, table: string, condition: string): Ring[][] => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = db.prepare(`select geom from ${table} where ${condition}`).all()
    return rows.flatMap(({ geom }) => (geom instanceof Uint8Array ? [ringsOf(geom)] : []))
  } finally {
    db.close()
  }
}

const envelopeBytes = [0, 32, 48, 48, 64]
const [polygon, multiPolygon] = [3, 6]

const ringsOf = (blob: Uint8Array): Ring[] => {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  let at = 8 + (envelopeBytes[(view.getUint8(3) >> 1) & 7] ?? 0)
  const readCount = (): number => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const readNumber = (): number => {
    at += 8
    return view.getFloat64(at - 8, true)
  }
  const repeat = <T>(read: () => T): T[] => Array.from({ length: readCount() }, read)
  const readGeometry = (): Ring[] => {
    if (view.getUint8(at) !== 1) throw new Error('Only little-endian geometries are read')
    at += 1
    const type = readCount()
    if (type === multiPolygon) return repeat(readGeometry).flat()
    if (type === polygon) return repeat(() => repeat((): Point => [readNumber(), readNumber()]))
    throw new Error(`A geometry of type ${type} is no polygon`)
  }
  return readGeometry()
}
