import { departments } from '../../contract/search/bands.ts'
import { foldText } from '../../contract/search/search-doc.ts'
import { abbreviations, positions } from '../catalog/positions.ts'
import { skillsOf } from '../catalog/skills.ts'
import { departmentTerms } from './choice-terms.ts'
import type { Add, Chosen } from './lexicon.ts'
import { simpleTitles } from './title-shapes.ts'

export const addPeople = (add: Add): void => {
  addSkills(add)
  const inDepartment = new Map<string, string>()
  for (const [department, names] of departmentNames())
    for (const name of [department, ...names]) {
      inDepartment.set(foldText(name), department)
      const chosen = [{ identifier: 'department', values: [department] }]
      add(name, { kind: 'department', chosen, ordinary: name === 'IT' })
    }
  // 'people' alone means anyone; with a rank it means HR.
  inDepartment.set('people', 'HR')
  for (const { value } of departments) inDepartment.set(foldText(value), value)
  const title = (name: string, chosen: readonly Chosen[]): void =>
    add(name, { kind: 'title', chosen })
  for (const { title: name } of positions)
    if (name.startsWith('Director of ')) title(name, [{ identifier: 'position', values: [name] }])
  for (const [rank, value] of rankOf)
    for (const [name, department] of inDepartment)
      for (const form of rank === 'director'
        ? [`director of ${name}`]
        : [`${rank} of ${name}`, `${rank} ${name}`, `${rank} for ${name}`])
        title(form, [
          { identifier: 'seniority', values: [value] },
          { identifier: 'department', values: [department] },
        ])
  for (const { title: name, seniority } of positions) {
    const chosen = [{ identifier: 'position', values: [name] }]
    // Owner, Partner, General Manager: a rank is the wider and safer filter.
    if (foldText(seniority).split(' ').includes(foldText(name))) continue
    for (const form of formsOf(name)) title(form, chosen)
    for (const rank of ['Deputy', 'Assistant', 'Acting'])
      title(`${rank} ${name}`, [{ identifier: 'position', values: [`${rank} ${name}`] }])
  }
  for (const name of compounds) title(name, [{ identifier: 'position', values: [name] }])
  for (const noun of simpleTitles())
    title(noun, [
      { identifier: 'position', values: [noun.charAt(0).toUpperCase() + noun.slice(1)] },
    ])
  for (const [short, long] of [...abbreviations, ...moreAbbreviations]) {
    const chosen = [{ identifier: 'position', values: [long] }]
    if (short === short.toUpperCase() && / /.test(long) && !shortNotTitle.has(short))
      title(short, chosen)
  }
}

const departmentNames = (): [string, string[]][] =>
  departmentTerms
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(' = ')
      return [line.slice(0, at), line.slice(at + 3).split(' | ')]
    })

/** 'heads of marketing' also finds the head of digital marketing. */
const rankOf: readonly (readonly [string, string])[] = [
  ['head', 'Head'],
  ['vp', 'VP/GM'],
  ['vice president', 'VP/GM'],
  ['gm', 'VP/GM'],
  ['general manager', 'VP/GM'],
  ['director', 'Director'],
]

/** Titles outside the catalogue whose parts are other ranks, departments or industries. */
const compounds =
  `Account Director,Art Director,Partner Manager,Alliance Manager,Channel Partner Manager,Team Lead,Team Leader,Tech Lead,Technical Lead,Executive Officer,
Executive Producer,Executive Manager,Board Secretary,Managing Editor,Owner Manager,Owner Driver,Events Manager,Functions Manager,Head Teacher,Head Gardener,Head Groundskeeper,Managing Principal,Founding Engineer`.split(
    /,\s*/,
  )

const shortNotTitle = new Set(['HR', 'VP', 'GM'])
const moreAbbreviations: readonly (readonly [string, string])[] = [
  ['CHRO', 'Chief People Officer'],
  ['CPO', 'Chief Product Officer'],
  ['CCO', 'Chief Commercial Officer'],
  ['CDO', 'Chief Data Officer'],
  ['CXO', 'Chief Customer Officer'],
  ['CLO', 'Chief Legal Officer'],
  ['FC', 'Financial Controller'],
  ['SDR', 'Sales Development Representative'],
  ['BDR', 'Business Development Representative'],
  ['AE', 'Account Executive'],
  ['CSM', 'Customer Success Manager'],
  ['PM', 'Project Manager'],
  ['NED', 'Non-Executive Director'],
]

const formsOf = (title: string): string[] => {
  const forms = [title]
  for (const [short, long] of abbreviations)
    for (const form of forms.slice())
      if (form.includes(long) && form !== long) forms.push(form.replace(long, short))
  for (const [variant, alternative] of interchangeable)
    for (const form of forms.slice())
      if (form.includes(variant)) forms.push(form.replace(variant, alternative))
  const [, rank, department] = /^(Director|Head|Principal) of (.*)$/.exec(title) ?? []
  if (rank !== undefined && department !== undefined) forms.push(`${department} ${rank}`)
  const [, managed] = /^(.*) Manager$/.exec(title) ?? []
  if (managed !== undefined) forms.push(`Manager of ${managed}`)
  return forms
}

const interchangeable: readonly (readonly [string, string])[] = [
  ['Safety', 'Health and Safety'],
  ['HSE', 'Health Safety and Environment'],
  ['IT', 'ICT'],
  ['Learning and Development', 'L&D'],
  ['Human Resources', 'HR'],
  ['Foreperson', 'Foreman'],
  ['Draftsperson', 'Draftsman'],
  ['Storeperson', 'Storeman'],
  ['Executive Chair', 'Executive Chairman'],
  ['Wait Staff', 'Waiter'],
  ['Software Development Manager', 'Development Manager (software)'],
  ['Information Technology', 'IT'],
  ['IT', 'Information Technology'],
  ['Chief Executive Officer', 'Chief Executive'],
  ['R&D', 'Research and Development'],
  ['Administration', 'Admin'],
  ['Operations', 'Ops'],
  ['People and Culture', 'P&C'],
  ['Front End', 'Frontend'],
  ['Programme', 'Program'],
  ['Motor Mechanic', 'Mechanic'],
  ['Veterinarian', 'Vet'],
  ['Veterinary', 'Vet'],
  ['Health', 'Workplace Health'],
]

const addSkills = (add: Add): void => {
  for (const skills of Object.values(skillsOf))
    for (const skill of skills)
      add(skill, { kind: 'skill', chosen: [{ identifier: 'skills', values: [skill] }] })
}
