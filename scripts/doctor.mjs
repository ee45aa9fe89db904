import { launch } from './lib/launch.mjs'

await launch('doctor')
