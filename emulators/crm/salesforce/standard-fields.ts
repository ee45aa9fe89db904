import type { FieldDefinition } from '../core/state.ts'
import { field, picklist } from './fields.ts'

/** Salesforce's own fields with some that an admin of the account made. */
export const fieldsOfObjects = (): Record<string, FieldDefinition[]> => ({
  Account: [
    ...system('Account'),
    field('Name', 'Account Name', 'string', { isRequired: true }),
    field('Website', 'Website', 'url'),
    field('Phone', 'Account Phone', 'phone'),
    field('Description', 'Account Description', 'textarea'),
    picklist('Industry', 'Industry', industries),
    field('AnnualRevenue', 'Annual Revenue', 'currency'),
    field('NumberOfEmployees', 'Employees', 'int'),
    field('TickerSymbol', 'Ticker Symbol', 'string', { maxLength: 20 }),
    ...address('Billing'),
    field('ABN__c', 'ABN', 'string', { maxLength: 14 }),
    field('NZBN__c', 'NZBN', 'string', { maxLength: 13 }),
    field('LinkedIn__c', 'LinkedIn', 'url'),
    picklist('Region__c', 'Region', ['North', 'South'], { more: { isRestricted: true } }),
    field('Tags__c', 'Tags', 'multipicklist', {
      maxLength: 4_099,
      options: ['Gold', 'New', 'Old'].map((value) => ({ value, label: value, isActive: true })),
    }),
    ownKey(),
  ],
  Contact: [
    ...system('Contact'),
    ...person(),
    field('AccountId', 'Account ID', 'reference', { more: { referenceTo: ['Account'] } }),
    field('Department', 'Department', 'string', { maxLength: 80 }),
    ...address('Mailing'),
    ownKey(),
  ],
  Lead: [
    ...system('Lead'),
    ...person(),
    field('Company', 'Company', 'string', { isRequired: true }),
    field('Website', 'Website', 'url'),
    picklist('Industry', 'Industry', industries),
    picklist('Status', 'Status', ['Open - Not Contacted', 'Working - Contacted'], {
      more: { isAlwaysSet: true },
    }),
    ...address(''),
    field('IsConverted', 'Converted', 'boolean', { isReadOnly: true }),
    field('ConvertedContactId', 'Converted Contact ID', 'reference', { isReadOnly: true }),
    ownKey(),
  ],
  Task: [
    ...system('Task'),
    field('Subject', 'Subject', 'combobox'),
    field('Description', 'Description', 'textarea'),
    field('ActivityDate', 'Due Date Only', 'date'),
    picklist('Status', 'Status', ['Not Started', 'In Progress', 'Completed'], {
      more: { isAlwaysSet: true },
    }),
    picklist('TaskSubtype', 'Task Subtype', ['Task', 'Email', 'Call'], {
      more: { isCreateOnly: true, isRestricted: true },
    }),
    field('WhoId', 'Contact/Lead ID', 'reference', { more: { referenceTo: ['Contact', 'Lead'] } }),
    field('WhatId', 'Opportunity/Account ID', 'reference', { more: { referenceTo: ['Account'] } }),
    field('CallObject', 'Call Object Identifier', 'string'),
  ],
})

/** Of this user's records only: Bo may not see it. */
const ownKey = (): FieldDefinition =>
  field('Fieldbook_Id__c', 'Fieldbook ID', 'string', {
    maxLength: 64,
    isUnique: true,
    more: { isExternalId: true, hiddenFrom: ['0055g0000000002AAA'] },
  })

const industries = ['Agriculture', 'Construction', 'Education', 'Manufacturing', 'Technology']

const readOnly = { isReadOnly: true }

const system = (object: string): FieldDefinition[] => [
  field('Id', `${object} ID`, 'id', readOnly),
  field('IsDeleted', 'Deleted', 'boolean', readOnly),
  ...(object === 'Task'
    ? []
    : [field('MasterRecordId', 'Master Record ID', 'reference', readOnly)]),
  field('OwnerId', 'Owner ID', 'reference', {
    more: { referenceTo: ['User'], isAlwaysSet: true },
  }),
  field('CreatedDate', 'Created Date', 'datetime', readOnly),
  field('CreatedById', 'Created By ID', 'reference', readOnly),
  field('LastModifiedDate', 'Last Modified Date', 'datetime', readOnly),
  field('SystemModstamp', 'System Modstamp', 'datetime', readOnly),
]

const person = (): FieldDefinition[] => [
  field('LastName', 'Last Name', 'string', { isRequired: true, maxLength: 80 }),
  field('FirstName', 'First Name', 'string', { maxLength: 40 }),
  field('Name', 'Full Name', 'string', { ...readOnly, maxLength: 121 }),
  field('Title', 'Title', 'string', { maxLength: 128 }),
  field('Email', 'Email', 'email'),
  field('Phone', 'Phone', 'phone'),
  field('MobilePhone', 'Mobile Phone', 'phone'),
  field('DoNotCall', 'Do Not Call', 'boolean'),
  field('HasOptedOutOfEmail', 'Email Opt Out', 'boolean'),
  field('Description', 'Description', 'textarea'),
  field('LinkedIn__c', 'LinkedIn', 'url'),
]

const address = (prefix: string): FieldDefinition[] => [
  field(`${prefix}Street`, `${prefix} Street`.trim(), 'textarea', { maxLength: 255 }),
  field(`${prefix}City`, `${prefix} City`.trim(), 'string', { maxLength: 40 }),
  field(`${prefix}State`, `${prefix} State/Province`.trim(), 'string', { maxLength: 80 }),
  field(`${prefix}PostalCode`, `${prefix} Zip/Postal Code`.trim(), 'string', { maxLength: 20 }),
  field(`${prefix}Country`, `${prefix} Country`.trim(), 'string', { maxLength: 80 }),
]
