/** Close to a word with a meaning ('launch' and 'lunch'). */
export const protectedTerms: ReadonlySet<string> = new Set(
  `
abstraction accent accents accessor accessors accredited acquired action actions addressed adjusted advertise advertiser advertisers advised after
ageing aging airliners alternatively alumni analyses applicators approved approximate assert asserts assess associated august automated avenue award
backed backer backers backgrounded backing banker bankers battle battles bearer bearing beaver before begin being believe better biased bidding bikers
biking boating boats bolder booker bookers bootstrapped boutique bowler bowlers breach brickmakers bride brides brooks budget burner burton busters
busy butler butlers caching callee caller callers canners cannon capitol carbon careful caret carried cars cartoon cartoons cash casing casio caster
casters central certain certified chapter chapters charge charges cheap city clamping clarify classifier classifiers cleaned clearer clearers close
closed closer closing cloudy coachers coastal coasting coater coaters coffee collar collide collides collier colliers collins combine combines
commissioner commissioners commuter commuters comparative compilation compliant compounders compression compute computed computes conditional consent
conservative constructing consume consumed consumes contained contest contests context contexts contrast controlled conversation conversations
converter converters coordinated coordinates copters cost costs costumer costumers couldn councillor councillors countries country covert created
credit cruiser cruisers current customers customisers cycling dancer dancers debit deliver delivers denial derive derives deriving descriptive
designed developed developmental dialers digital dispatched diver divers diverse doesn doing donors driers drinks drover drovers during early earrings
east easter eastern election elections emailer emailers ending endorsement engaged escaped established ethical evaluations exact exactly excerpt
exchangers existing exiting expanding expansion expect expects explanation explanations explore export exporting exports factor factors family famous
faster female fight filed filers filler fillers filmer filmers finish fisher fishers fitted fleet flooding floor flounder focuses folder folders
follow follows forbes forcing forecasters former formers forums forwarded founded framed framing franchise franchised freelance friend friends funded
funder funders gambler gamblers gamekeepers gamers gating genes genesis genetic genetics getting giving global going grades grave great green greeter
greeters growing growlers growth guess happy harvey hashing haven having hawkers header headers heading headings healer healers healing healthy heath
heather hiding hiker hikers hiking historically hoisted hoisting holdem holmes home homes hope hosiers house hunger hunter hybrid ignored imagine
imported incomers independence independent independently indigenous informational informative inner insider insiders insured intact integrate
intelligent intentional inter interacting interaction interactions intercepted intersected interval intervals inventor inventors inverse investigate
investigated involve involves island joins jointers journalism judged kayaking kindly knitters korean lacers landing lasting later leading leaser
leasers lecture lectures legislature letting level levers licensed licking lightning liked likely lined liners linkers linting listen listens loader
loaders loading local locale locales locked lodging logged looking loungers loving lower lunch luxury lying machine machines magenta maine mainland
making marie marina marinas mariner mariners marked marketeer marketeers marking married masking massagers mating matter matters mature maybe median
merged message messages metallica mighty migrate milker milkers milking minder minders minter mixers mixing modern money month months move moved moves
moving multiply nation national nations nationwide native needed needs newbie north northern nowrap nursers occupations older oliver onliners opened
opening optimal optimize optimized optimizes organic organize organized outer owned packed packet packets painted pants paris parity parker parkers
parrots parsing partly party pasted payer payers paying performed perfumer perfumers perhaps periodically photograph photographs physics picked
pirates plan planes planet planets planned planning plans planters planting plate plates played pleased polite popular ported posing possibly poster
posters potentially potter potting prayer prayers precious precise preferable premium prepare previous price printed probably profiler profilers
profit profitable progressing projection promise promises promote promotes propagation properly protect proto published putting qualifier qualify
quality quick quickly quiet rafting raised rally ranking rankings raster reactor reactors readability realty recent recorder recorders recover
recovers redact redaction redacts refrigerator regional registered relate relates reliable relied relief religions relocated relocating remote removed
remover removers replies reproductive reputable requirement requirements reservers resizing responsible retain retainers retains retired revenge
reviewer reviewers revolution riders ringers rising road roadster roadsters rolled rooster roosters roster round runs rural safely sailing scaled
scaleup scaleups schedule scheduled schedules scoping scored sealer sealers sending sensor sensors serializing series setting settings seventh sharing
shells shelter shipper shippers shirts shooter shooters shoplifters shouldn since single skates slower smart songwriters sorting south southern
specially spelling spellings spend spender spenders spending sprint stable stables stacking stairs stale stamper stampers standing standings staplers
starring start started starting starts startup startups stats statues status staying stdio stepper steven stevens sticks stopped stopper stoppers
stopping storing stoves street strike strikes strings strip strips strong structurally structured struggling studied stuffers stylish subscribe
subscriber subscribers subscribes suffer superb supervision suppers supplemental supporters sure surfing sustainable tacklers taggers tailers taking
tapping technically telephony their there think thinking thorough those though throughput tillers timing timings today toilers tourist tourists town
tracer tracing tracker trackers tracking tracks traditional trailing transactional translating transpilation transported trawler trawlers treasure
treasures trendy tricks tricky trucks trusted tuckers tuning undertake undertaken unicorn until upper ushers validate validates value valued values
vans vector vectors vegan vehicles venture venturers victory village villagers walter wanted wants washers weak website websites weeder weeders week
weeks weren west western where whereas which while winning wish wishes wishing woman women wording worked world worst worth wouldn wright write writes
year years young
`
    .trim()
    .split(/\s+/),
)
