/**
 * A name in all capitals or all small letters as people write it: 'BHP GROUP LIMITED' is BHP Group Limited. Names in mixed case stay.
 * Registers shout, and case cannot be known for certain: an acronym is told by its letters, by a short list, or by being the ticker.
 */
export const readableName = (name: string, ticker?: string): string => {
  const tidy = withoutStrayDots(name.trim())
  const shouted = tidy === tidy.toUpperCase()
  if (!shouted && tidy !== tidy.toLowerCase()) return tidy
  const upper = tidy.toUpperCase().replace(/^(.+) \(THE\)$/, 'THE $1')
  return upper.replace(/[\p{L}\p{N}'’]+/gu, (word, at: number) =>
    written(word, { before: upper.slice(0, at), after: upper.slice(at + word.length), ticker }),
  )
}

type Surroundings = { before: string; after: string; ticker: string | undefined }

const written = (word: string, { before, after, ticker }: Surroundings): string => {
  if (/\p{L}\.$/u.test(before) && topDomains.has(word)) return word.toLowerCase()
  if (word.length === 1 || /\d/.test(word)) return withDigits(word)
  const fixed = always.get(word)
  if (fixed !== undefined) return fixed
  if (small.has(word) && before !== '' && !/[.(]\s*$/.test(before)) return word.toLowerCase()
  const stem = word.replace(/['’]S$/, '')
  if (stem === ticker && !words.has(stem)) return stem + word.slice(stem.length).toLowerCase()
  if (acronyms.has(word) || (isRoman(word) && !after.startsWith("'"))) return word
  if (stem.length <= 3 && stem === word && !words.has(word)) return word
  if (word.length === 4 && !/[AEIOUY]/.test(word)) return word
  return capitalised(word)
}

const capitalised = (word: string): string => {
  const plain = word.charAt(0) + word.slice(1).toLowerCase()
  if (/^Mc[a-z]{4,}/.test(plain)) return `Mc${plain.charAt(2).toUpperCase()}${plain.slice(3)}`
  return plain.replace(
    /^([OD]['’])(\p{L})/u,
    (_, start: string, letter: string) => start + letter.toUpperCase(),
  )
}

/** 3D, 4DS and G8 stay; LIFE360 and 29METALS hold a word. */
const withDigits = (word: string): string =>
  word.replace(/\p{L}{4,}/gu, (letters) => letters.charAt(0) + letters.slice(1).toLowerCase())

/** Exchanges end names they have had to tell apart with one or two dots; those of Inc. and S.A. belong there. */
const withoutStrayDots = (name: string): string => {
  const bare = name.replace(/(?<!\.)\.+$/, '')
  return /(?:\b(?:inc|corp|co)|\.\p{L})$/iu.test(bare) && name !== bare ? `${bare}.` : bare
}

const isRoman = (word: string): boolean => /^(?=.{2})X{0,3}(?:IX|IV|V?I{0,3})$/.test(word)

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const always = new Map([
  ['LTD', 'Ltd'],
  ['PTY', 'Pty'],
  ['INC', 'Inc'],
  ['CO', 'Co'],
  ['NO', 'No'],
  ['ST', 'St'],
  ['MT', 'Mt'],
  ['DR', 'Dr'],
  ['PERSERO', 'Persero'],
])

const topDomains = listed('COM AU NET ORG NZ IO AI CO')
const small = listed('OF AND THE IN FOR ON AT TO BY')

const acronyms = listed(`
  REIT ETF RMBS PLC LLC GMBH PJSC SPDR ASX NZX NAOS NZME EBOS PMET IODM CUFE BCAL ACDC AIMS VEEM WCMQ COSACS
  ABS IVF NSW QLD VIC TAS ACT AUST SMSF HIFI PTYLTD YMCA RSPCA RACV RACQ NRMA TAFE CSIRO HVAC NDIS`)

/** Short words that are words. Other names of up to three letters are taken for acronyms, which in company names they mostly are. */
const words = listed(`
  ACE ACT ADD AGE AGO AID AIM AIR ALE ALL AMY AND ANN ANT ANY APE APP ARC ARE ARK ARM ART ASH ASK AXE BAD BAG BAR BAT BAY BED BEE
  BEL BEN BET BIG BIN BIO BIT BOA BOB BOW BOX BOY BUD BUG BUS BUY CAB CAN CAP CAR CAT COD COW CRY CUB CUE CUP CUT DAN DAY DEN DEW DIG
  DOG DOT DRY DUG DUO EAR EAT ECO EDU EGG ELK ELM EMU END EON ERA EVE EYE FAB FAN FAR FAT FEW FIG FIN FIT FIX FLY FOG FOR FOX FUN
  FUR GAP GAS GEM GEN GET GIN GOD GUM GUN GUY GYM HAM HAT HAY HEN HER HIT HOP HOT HUB HUT ICE INK INN ION IVE IVY JAM JAR JAY JET
  JIM JOB JOE JOY KEY KID KIN KIP KIT LAB LAD LAW LAY LEE LEG LEO LES LET LID LIP LOG LOT LOW MAD MAN MAP MAT MAX MAY MEM MEN MIX MOB MUD
  NET NEW NEX NOR NOW NUT OAK OAT ODE OFF OIL OLD ONE ORA ORE OUR OUT OWL OWN PAC PAL PAN PAW PAY PEN PET PIE PIG PIN PIT POD POP POT
  PRO PUB RAD RAM RAN RAP RAT RAW RAY RED REE REX RIG RIM RIO ROB ROD ROX ROY RUN RYE SAM SAN SAW SEA SEE SET SHE SIX SKI SKY SON
  SOY SPA SUE SUM SUN TAD TAG TAN TAP TAX TEA TED TEN THE TIE TIM TIN TOE TOM TON TOP TOY TRI TRY TUB TWO URN VAN VET VIA WAR WAX
  WAY WEB WED WET WHO WHY WIN WON YES YOU ZEN ZIP ZOO
  BE DE DO EL EX FI GO HE HI IF IS IT LA LE ME MY NU OM OR RE SO TE UP VU WE YE`)
