import type { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { handOverDetails } from '../../../server/billing/hand-over-details.ts'

/** `refuses`: every new number. */
const taxIdsAtStripe = (values: string[], refuses = false) => {
  const listed = values.map((value) => ({ id: `txi_${value}`, type: 'au_abn', value }))
  const log: string[] = []
  const customers = {
    listTaxIds: async () => ({ data: listed }),
    createTaxId: async (_: string, { value }: { value: string }) => {
      if (refuses) throw new Error('tax_id_invalid')
      log.push(`created ${value}`)
    },
    deleteTaxId: async (_: string, id: string) => log.push(`deleted ${id}`),
  }
  // The three calls that it makes.
  return { stripe: { customers } as unknown as Stripe, log }
}

const changeTaxId = (stripe: Stripe, taxId: string | null) =>
  handOverDetails(stripe, 'cus_1', { taxId })

it('a new tax id is created at Stripe before the old one is deleted', async () => {
  const { stripe, log } = taxIdsAtStripe(['53 004 085 616'])
  await changeTaxId(stripe, '51824753556')
  expect(log).toEqual(['created 51824753556', 'deleted txi_53 004 085 616'])
})

it('a tax id that Stripe refuses leaves the old one', async () => {
  const { stripe, log } = taxIdsAtStripe(['53004085616'], true)
  await expect(changeTaxId(stripe, '51824753556')).rejects.toThrow('tax_id_invalid')
  expect(log).toEqual([])
})

it('a tax id that Stripe has already is not written again', async () => {
  const { stripe, log } = taxIdsAtStripe(['51 824 753 556'])
  await changeTaxId(stripe, '51824753556')
  expect(log).toEqual([])
})

it('no tax id deletes the one at Stripe', async () => {
  const { stripe, log } = taxIdsAtStripe(['51824753556'])
  await changeTaxId(stripe, null)
  expect(log).toEqual(['deleted txi_51824753556'])
})
