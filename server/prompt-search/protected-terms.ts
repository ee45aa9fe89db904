/** Close to a word with a meaning ('launch' and 'lunch'). */
export const protectedTerms: ReadonlySet<string> = new Set(
  `
abstraction accent accents accessor accessors accredited acquired action actions adjusted advised after ageing aging alternatively alumni approved
approximate assert asserts assess associated automated avenue award backed backer backers banker bankers backgrounded backing bearer before begin being believe
better biased bolder bootstrapped boutique budget busy caching callee caller callers careful caret carried cars cash casing central certain certified
charge charges cheap city clamping clarify classifier classifiers cleaned clearer close closed closer closing coastal coffee collide collides combine
combines compilation compliant compression compute computed computes consent conservative constructing consume consumed consumes contained context
contexts contrast controlled conversation conversations converter converters coordinated cost costs couldn councillor councillors countries country covert created credit
current customers debit deliver denial derive derives deriving descriptive designed developed digital dispatched diverse doesn doing drinks during
early east eastern ending escaped established ethical exact exactly existing exiting expanding expansion expect expects explanation explanations
explore export exporting exports factor factors family famous faster female finish fleet flooding floor focuses follow follows forcing former
forwarded founded franchise franchised friend friends funded gating getting giving global going great green growing growth guess happy hashing haven
having header headers heading headings hiding historically hoisted hoisting home homes hope house hunter hybrid ignored imagine imported independent
independently indigenous informational informative inner insured intact intentional interacting interaction interactions intercepted intersected
interval intervals inverse involve involves island judged kindly korean later leading letting level licensed likely linting listen listens loader
loaders loading local locale locales locked logged looking lower lunch luxury machine machines magenta making marked marking married masking matter
matters mature maybe median merged message messages migrate minter mixing modern money month months move moved moving multiply national nationwide
native needed needs north northern nowrap older opened opening optimal optimize optimized optimizes organic organize organized outer owned packed
packet packets painted parity parsing party pasted payer paying performed perhaps periodically picked plan planning plans played polite popular
ported possibly poster potentially precise preferable premium prepare previous price printed probably profiler profit profitable progressing promise
promises promote propagation properly protect proto published putting qualifier quality quick quickly quiet raised raster readability recent recorder
recovers redact redaction redacts regional registered reliable relied relocated relocating remote removed reputable requirement requirements resizing
responsible retain retains retired road round runs rural safely scaled scaleup scaleups schedule scheduled schedules scoping sending serializing
series setting settings sharing shouldn since single slower smart sorting south southern specially spelling spellings spend spending stable stacking
stale start started starting startup startups status stdio stepper stopped stopping storing street strike strip strips strong structurally structured
struggling subscribe subscriber subscribers subscribes supporters sure sustainable taking technically their there think thinking thorough those
though throughput timing timings today town tracer tracing tracker tracking traditional trailing transactional translating transpilation transported
trendy tricky trucks trusted unicorn until upper validate validates value valued values vans vector vectors vegan vehicles venture village wanted wants weak
website websites week weeks weren west western where whereas which while winning wish woman women wording worked world worst worth wouldn write
writes year years young
`
    .trim()
    .split(/\s+/),
)
