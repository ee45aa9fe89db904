/**
 * 'BHP GROUP LIMITED' becomes BHP Group Limited; mixed case stays. Recognises an acronym by its letters, a short list or the
 * ticker.
 */
export const readableName = (name: string, ticker?: string): string => {
  const tidy = withoutStrayDots(name.trim())
  const shouted = tidy === tidy.toUpperCase()
  if (!shouted && tidy !== tidy.toLowerCase()) return tidy
  const upper = tidy.toUpperCase().replace(/^(.+) \(THE\)$/, 'THE $1')
  return upper.replace(/[\p{L}\p{N}'’]+/gu, (token, at: number) =>
    formatToken(token, {
      before: upper.slice(0, at),
      after: upper.slice(at + token.length),
      ticker,
    }),
  )
}

type Surroundings = { before: string; after: string; ticker: string | undefined }

const formatToken = (token: string, { before, after, ticker }: Surroundings): string => {
  if (/\p{L}\.$/u.test(before) && topDomains.has(token)) return token.toLowerCase()
  if (token.length === 1 || /\d/.test(token)) return withDigits(token)
  const fixed = always.get(token)
  if (fixed !== undefined) return fixed
  if (small.has(token) && before !== '' && !/[.(]\s*$/.test(before)) return token.toLowerCase()
  const stem = token.replace(/['’]S$/, '')
  if (stem === ticker && !dictionary.has(stem)) return stem + token.slice(stem.length).toLowerCase()
  if (acronyms.has(token) || (isRoman(token) && !after.startsWith("'"))) return token
  if (stem.length <= 3 && stem === token && !dictionary.has(token)) return token
  if (token.length === 4 && !/[AEIOUY]/.test(token)) return token
  return capitalise(token)
}

const capitalise = (token: string): string => {
  const plain = token.charAt(0) + token.slice(1).toLowerCase()
  if (/^Mc[a-z]{4,}/.test(plain)) return `Mc${plain.charAt(2).toUpperCase()}${plain.slice(3)}`
  return plain.replace(
    /^([OD]['’])(\p{L})/u,
    (_, start: string, letter: string) => start + letter.toUpperCase(),
  )
}

/** Keeps 3D, 4DS and G8; LIFE360 and 29METALS hold a word. */
const withDigits = (token: string): string =>
  token.replace(/\p{L}{4,}/gu, (letters) => letters.charAt(0) + letters.slice(1).toLowerCase())

/** Exchanges append dots to names they must tell apart; keeps the dots of Inc. and S.A. */
const withoutStrayDots = (name: string): string => {
  const bare = name.replace(/(?<!\.)\.+$/, '')
  return /(?:\b(?:inc|corp|co)|\.\p{L})$/iu.test(bare) && name !== bare ? `${bare}.` : bare
}

const isRoman = (token: string): boolean => /^(?=.{2})X{0,3}(?:IX|IV|V?I{0,3})$/.test(token)

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

/** Other names of up to three letters count as acronyms. */
const dictionary = listed(`
  ACE ACT ADD AGE AGO AID AIM AIR ALE ALL AMY AND ANN ANT ANY APE APP ARC ARE ARK ARM ART ASH ASK AXE BAD BAG BAR BAT BAY BED BEE
  BEL BEN BET BIG BIN BIO BIT BOA BOB BOW BOX BOY BUD BUG BUS BUY CAB CAN CAP CAR CAT COD COW CRY CUB CUE CUP CUT DAN DAY DEN DEW DIG
  DOG DOT DRY DUG DUO EAR EAT ECO EDU EGG ELK ELM EMU END EON ERA EVE EYE FAB FAN FAR FAT FEW FIG FIN FIT FIX FLY FOG FOR FOX FUN
  FUR GAP GAS GEM GEN GET GIN GOD GUM GUN GUY GYM HAM HAT HAY HEN HER HIT HOP HOT HUB HUT ICE INK INN ION IVE IVY JAM JAR JAY JET
  JIM JOB JOE JOY KEY KID KIN KIP KIT LAB LAD LAW LAY LEE LEG LEO LES LET LID LIP LOG LOT LOW MAD MAN MAP MAT MAX MAY MEM MEN MIX MOB MUD
  NET NEW NEX NOR NOW NUT OAK OAT ODE OFF OIL OLD ONE ORA ORE OUR OUT OWL OWN PAC PAL PAN PAW PAY PEN PET PIE PIG PIN PIT POD POP POT
  PRO PUB RAD RAM RAN RAP RAT RAW RAY RED REE REX RIG RIM RIO ROB ROD ROX ROY RUN RYE SAM SAN SAW SEA SEE SET SHE SIX SKI SKY SON
  SOY SPA SUE SUM SUN TAD TAG TAN TAP TAX TEA TED TEN THE TIE TIM TIN TOE TOM TON TOP TOY TRI TRY TUB TWO URN VAN VET VIA WAR WAX
  WAY WEB WED WET WHO WHY WIN WON YES YOU ZEN ZIP ZOO
  HUI IWI KEA MOA PIP TUI
  BE DE DO EL EX FI GO HE HI IF IS IT LA LE ME MY NU OM OR RE SO TE UP VU WE YE`)
