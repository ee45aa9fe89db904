import type { Company } from '../contract/records/records.ts'
import { industryOfGroup } from '../server/catalog/industry.ts'
import { markets } from './markets.ts'
import type { SectorName } from './sectors.ts'

export const preferences: Partial<Record<SectorName, Readonly<Record<string, number>>>> = {
  tech: {
    funding_round: 6,
    product_launch: 2.5,
    tech_adopted: 1.6,
    partnership: 1.5,
    office_opened: 0.6,
  },
  research: { funding_round: 8, product_launch: 1.4, award: 1.5 },
  mining: { funding_round: 5, contract_award: 1.6, register_change: 1.5, web_traffic_shift: 0.3 },
  build: { contract_award: 5, award: 1.6, web_traffic_shift: 0.4 },
  trades: { contract_award: 3, web_traffic_shift: 0.5 },
  utility: { contract_award: 2.5, restructure: 1.6 },
  logistics: { contract_award: 2, office_opened: 1.6 },
  people: { contract_award: 2, hiring_surge: 1.5 },
  manufacturing: { product_launch: 2, contract_award: 1.4 },
  retail: { office_opened: 1.8, product_launch: 1.8, web_traffic_shift: 2 },
  hospitality: { office_opened: 2, award: 2, web_traffic_shift: 1.5, contract_award: 0.2 },
  stay: { award: 2, web_traffic_shift: 2, contract_award: 0.2 },
  finance: { partnership: 1.6, acquisition: 1.8, product_launch: 1.5, contract_award: 0.4 },
  practice: { acquisition: 1.5, award: 1.5, contract_award: 0.4 },
  government: {
    restructure: 3,
    funding_round: 0,
    acquisition: 0,
    product_launch: 0.4,
    contract_award: 0,
  },
  education: { award: 1.6, funding_round: 0, acquisition: 0.3, contract_award: 0.3 },
  community: { funding_round: 0, acquisition: 0, award: 2, partnership: 2, contract_award: 0.4 },
  health: { office_opened: 1.5, funding_round: 0.5, contract_award: 0.6 },
}

const sectorByGroup = new Map<string, SectorName>()
for (const { code, sector } of markets) {
  const group = industryOfGroup(code)?.l2_code
  if (group !== undefined && !sectorByGroup.has(group)) sectorByGroup.set(group, sector)
}

export const sectorOf = ({ industry }: Company): SectorName =>
  sectorByGroup.get(industry?.l2_code ?? '') ?? 'professional'
