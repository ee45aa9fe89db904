import type { RecordView } from '../../../contract/records/records.ts'
import type { Device } from '../../../src/offline/database.ts'
import {
  createPinReader,
  orderOfPin,
  recordsByIds,
  type Distance,
  type OrderQuestion,
} from '../../../src/offline/pin-search.ts'

export type PinQuestion = OrderQuestion & { from: number; size: number }

export type PinAnswer = {
  total: number
  records: RecordView[]
  distances: ReadonlyMap<string, Distance>
}

export const createPinSearch = (
  device: Device,
): ((pin: string, question: PinQuestion) => Promise<PinAnswer>) => {
  const read = createPinReader(device)
  return async (id, question) => {
    const { ids, distances } = orderOfPin(await read(id), question)
    const page = ids.slice(question.from, question.from + question.size)
    return {
      total: ids.length,
      records: await recordsByIds(device, page),
      distances: new Map(
        page.flatMap((each) => {
          const distance = distances.get(each)
          return distance ? [[each, distance]] : []
        }),
      ),
    }
  }
}
