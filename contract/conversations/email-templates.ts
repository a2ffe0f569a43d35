import { del, get, Id, patch, post, SourceTime, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

/** An entry in the list of templates (spec: Email template, list metadata). */
export const EmailTemplateMetadata = z.object({ Name: Id, CreatedTimestamp: SourceTime })
export type EmailTemplateMetadata = z.infer<typeof EmailTemplateMetadata>

/** A mail template (spec: Email template, detail). */
export const EmailTemplate = z.object({
  TemplateName: Id.describe("The template's name."),
  SubjectPart: text(10_000).nullable().describe('The subject.'),
  TextPart: text(500_000).nullable().describe('The body as plain text.'),
  HtmlPart: text(500_000).nullable().describe('The body as HTML.'),
  /** Counts this record's changes; other servers may leave it out. */
  version: z.int().optional(),
})
export type EmailTemplate = z.infer<typeof EmailTemplate>

/** The three texts of a template. */
export const templateParts = ['SubjectPart', 'TextPart', 'HtmlPart'] as const
export type TemplateParts = Pick<EmailTemplate, (typeof templateParts)[number]>

/** Whether two templates have equal texts: an empty part equals a missing one. */
export const sameParts = (a: TemplateParts, b: TemplateParts): boolean =>
  templateParts.every((part) => (a[part] ?? '') === (b[part] ?? ''))

/** One save of a template. */
export const EmailTemplateVersion = z.object({
  version: z.int(),
  /** The time of the save, or of its detection if it was changed outside. */
  saved_at: Time,
  /** The author; null if it was imported or changed at the mail provider. */
  saved_by: z.string().nullable(),
})
export type EmailTemplateVersion = z.infer<typeof EmailTemplateVersion>

/** The state of a change: done, or in flight to the mail provider with automatic retries. */
export const EmailTemplateChange = z.object({
  state: z.enum(['done', 'pending']),
  /** The version that the change made. */
  version: z.int().optional(),
})
export type EmailTemplateChange = z.infer<typeof EmailTemplateChange>

/** A variable of mail templates, and a sample value for test mails. */
export const EmailVariable = z.object({
  name: text(100).regex(/^[A-Za-z_][\w.-]*$/, 'is no name of a variable'),
  sample: text(10_000),
  version: z.int().optional(),
})
export type EmailVariable = z.infer<typeof EmailVariable>

const Draft = z.strictObject({ ...EmailTemplate.omit({ version: true }).shape })

export const emailTemplates = withoutPast('now', {
  list: get('/v1/admin/email_templates', {
    may: 'emailTemplates.read',
    about: 'All templates by name.',
    data: z.object({ TemplatesMetadata: z.array(EmailTemplateMetadata) }),
  }),
  get: get('/v1/admin/email_templates/{id}', {
    may: 'emailTemplates.read',
    about: 'One template with its texts.',
    data: z.object({ Template: EmailTemplate }),
  }),
  create: post('/v1/admin/email_templates', {
    may: 'emailTemplates.write',
    deed: { subject: 'email_template', topic: 'emailTemplates' },
    about: 'Creates a template. Refuses with conflict when the name is taken.',
    body: Draft,
    data: EmailTemplateChange,
  }),
  update: patch('/v1/admin/email_templates/{id}', {
    may: 'emailTemplates.write',
    deed: { subject: 'email_template', topic: 'emailTemplates' },
    about:
      'Saves a template as a new version. Refuses with conflict when it no longer has the version of If-Match, or while another change of it is in flight.',
    body: Draft,
    data: EmailTemplateChange,
  }),
  remove: del('/v1/admin/email_templates/{id}', {
    may: 'emailTemplates.delete',
    deed: { subject: 'email_template', topic: 'emailTemplates' },
    about: 'Deletes a template; its versions are kept. Refuses with conflict as saving does.',
    data: EmailTemplateChange,
  }),
  versions: get('/v1/admin/email_templates/{id}/versions', {
    may: 'emailTemplates.read',
    about: 'The saves of a template, newest first, at most 200. Not part of the spec.',
    data: z.array(EmailTemplateVersion),
  }),
  version: get('/v1/admin/email_templates/{id}/versions/{version}', {
    may: 'emailTemplates.read',
    about: 'The texts of one save. Not part of the spec.',
    data: EmailTemplate,
  }),
  sendTest: post('/v1/admin/email_template_tests', {
    may: 'emailTemplates.write',
    deed: { subject: 'email_template' },
    about:
      'Mails a filled-in template to the caller. Refuses a variable without a value, because the mail provider would not deliver the mail. Not part of the spec.',
    body: z.strictObject({ ...Draft.shape, values: z.record(z.string().max(100), text(10_000)) }),
    data: z.object({ sent: z.enum(['sent', 'pending']), to: z.string() }),
  }),
  variables: get('/v1/admin/email_variables', {
    may: 'emailTemplates.read',
    about: 'The variables that mails are sent with, by name, with sample values. Not part of the spec.',
    data: z.array(EmailVariable),
  }),
  saveVariable: patch('/v1/admin/email_variables/{name}', {
    may: 'emailTemplates.write',
    deed: { subject: 'email_variable', topic: 'emailVariables' },
    about:
      'Adds a variable or changes its sample value. Refuses with conflict as templates do. Not part of the spec.',
    body: z.strictObject({ sample: EmailVariable.shape.sample }),
    data: EmailVariable,
  }),
  removeVariable: del('/v1/admin/email_variables/{name}', {
    may: 'emailTemplates.delete',
    deed: { subject: 'email_variable', topic: 'emailVariables' },
    about: 'Removes a variable: templates that use it show a warning. Not part of the spec.',
    data: z.null(),
  }),
})
