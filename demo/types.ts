import type { Head } from './heads.ts'
import { shares, weighted, type Random } from './random.ts'

const table = (list: string) => weighted(shares(list))

const usual = [
  table('Private 89, Trust 6, Partnership 4, Charity/NFP 0.6, Co-operative 0.4'),
  table(
    'Private 93, Trust 4, Partnership 1.4, Charity/NFP 0.8, Co-operative 0.5, Public unlisted 0.3',
  ),
  table(
    'Private 91, Public unlisted 3, Trust 2, Public listed 1.4, Charity/NFP 1, Co-operative 0.8, Government (state) 0.5, Government (local) 0.3',
  ),
  table(
    'Private 76, Public unlisted 10, Public listed 10, Co-operative 1.5, Charity/NFP 1.5, Government (state) 1',
  ),
  table(
    'Private 60, Public unlisted 15, Public listed 22, Co-operative 1.5, Government (state) 1.5',
  ),
]

const byCode: Readonly<Record<string, (random: Random) => string>> = {
  O751: table('Government (federal) 1'),
  O752: table('Government (state) 1'),
  O753: table('Government (local) 1'),
  P802: table('Education 56, Charity/NFP 20, Government (state) 14, Private 10'),
  P810: table('Education 66, Private 18, Public unlisted 10, Government (state) 6'),
  P801: table('Charity/NFP 50, Education 20, Private 20, Government (local) 10'),
  P821: table('Private 82, Education 8, Trust 6, Charity/NFP 4'),
  Q840: table('Private 40, Charity/NFP 25, Government (state) 25, Public listed 10'),
  Q860: table('Charity/NFP 48, Private 44, Public listed 4, Government (state) 4'),
  Q879: table('Charity/NFP 52, Private 40, Government (local) 4, Co-operative 4'),
  Q871: table('Private 66, Charity/NFP 22, Government (local) 6, Trust 6'),
  D263: table('Government (state) 45, Private 25, Public listed 20, Co-operative 10'),
  D281: table('Government (state) 55, Government (local) 30, Private 15'),
  R891: table('Charity/NFP 45, Government (state) 20, Government (local) 20, Private 15'),
  S954: table('Charity/NFP 92, Private 8'),
  S955: table('Charity/NFP 84, Private 8, Public unlisted 8'),
  K622: table('Public unlisted 46, Public listed 30, Co-operative 14, Private 10'),
  K633: table('Trust 62, Private 28, Public unlisted 10'),
  B080: table('Public listed 48, Private 36, Public unlisted 16'),
  B101: table('Public listed 52, Private 30, Public unlisted 18'),
  M6931: table('Private 64, Partnership 28, Trust 8'),
  M6932: table('Private 68, Partnership 18, Trust 14'),
}

export const typeOf = (random: Random, head: Head, band: number): string => {
  if (head.foreign) return random.chance(0.6) ? 'Foreign company' : 'Private'
  const draw = byCode[head.market.code] ?? usual[Math.min(band, usual.length - 1)]
  return draw?.(random) ?? 'Private'
}
