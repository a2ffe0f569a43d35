import { text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

// The form of a statement in the EU's transparency database (Regulation (EU) 2022/2065, article 24(5)), by the validation in its public
// code; docs/fair-decisions.md names the source and its date.

const words = (names: string) => names.trim().split(/\s+/) as [string, ...string[]]
const oneOf = <const Prefix extends string, const Name extends string>(prefix: Prefix, ...names: Name[]) =>
  z.enum(names.map((name) => `${prefix}_${name}`) as [`${Prefix}_${Name}`, ...`${Prefix}_${Name}`[]])

/** Free text that is sent: never blank. */
const Words = (max: number) => text(max).refine((value) => value.trim() !== '', 'is empty')
const noBefore = (first: string) =>
  z.iso.date().refine((day) => day >= first && day <= '2038-01-01', `is not from ${first} to 2038-01-01`)
const End = noBefore('1900-01-01').optional()

/** The countries of the European Economic Area. */
export const euCountries = words(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK',
)

const languages =
  words(`AA AB AE AF AK AM AN AR AS AV AY AZ BA BE BG BH BI BM BN BO BR BS CA CE CH CO CR CS CU CV CY DA DE DV DZ EE EL
  EN EO ES ET EU FA FF FI FJ FO FR FY GA GD GL GN GU GV HA HE HI HO HR HT HU HY HZ IA ID IE IG II IK IO IS IT IU JA JV KA KG KI KJ KK KL
  KM KN KO KR KS KU KV KW KY LA LB LG LI LN LO LT LU LV MG MH MI MK ML MN MR MS MT MY NA NB ND NE NG NL NN NO NR NV NY OC OJ OM OR OS PA
  PI PL PS PT QU RM RN RO RU RW SA SC SD SE SG SI SK SL SM SN SO SQ SR SS ST SU SV SW TA TE TG TH TI TK TL TN TO TR TS TT TW TY UG UK UR
  UZ VE VI VO WA WO XH YI YO ZA ZH ZU`)

const keywords =
  words(`ADULT_SEXUAL_MATERIAL AGE_SPECIFIC_RESTRICTIONS AGE_SPECIFIC_RESTRICTIONS_MINORS ANIMAL_HARM BIOMETRIC_DATA_BREACH
  BULLYING_AGAINST_GIRLS CHILD_SEXUAL_ABUSE_MATERIAL CHILD_SEXUAL_ABUSE_MATERIAL_DEEPFAKE CONTENT_PROMOTING_EATING_DISORDERS
  COORDINATED_HARM COPYRIGHT_INFRINGEMENT CYBER_BULLYING_INTIMIDATION CYBER_HARASSMENT CYBER_HARASSMENT_AGAINST_WOMEN CYBER_INCITEMENT
  CYBER_STALKING CYBER_STALKING_AGAINST_WOMEN DATA_FALSIFICATION DEFAMATION DESIGN_INFRINGEMENT DISCRIMINATION
  FEMALE_GENDERED_DISINFORMATION GEOGRAPHIC_INDICATIONS_INFRINGEMENT GEOGRAPHICAL_REQUIREMENTS GOODS_SERVICES_NOT_PERMITTED
  GROOMING_SEXUAL_ENTICEMENT_MINORS HATE_SPEECH HIDDEN_ADVERTISEMENT HUMAN_EXPLOITATION HUMAN_TRAFFICKING ILLEGAL_ORGANIZATIONS
  IMPERSONATION_ACCOUNT_HIJACKING INAUTHENTIC_ACCOUNTS INAUTHENTIC_LISTINGS INAUTHENTIC_USER_REVIEWS INCITEMENT_AGAINST_WOMEN
  INCITEMENT_VIOLENCE_HATRED INSUFFICIENT_INFORMATION_ON_TRADERS LANGUAGE_REQUIREMENTS MISINFORMATION_DISINFORMATION
  MISLEADING_INFO_CONSUMER_RIGHTS MISLEADING_INFO_GOODS_SERVICES MISSING_PROCESSING_GROUND NON_CONSENSUAL_IMAGE_SHARING
  NON_CONSENSUAL_IMAGE_SHARING_AGAINST_WOMEN NON_CONSENSUAL_MATERIAL_DEEPFAKE NON_CONSENSUAL_MATERIAL_DEEPFAKE_AGAINST_WOMEN
  NONCOMPLIANCE_PRICING NUDITY PATENT_INFRINGEMENT PHISHING PROHIBITED_PRODUCTS PYRAMID_SCHEMES RIGHT_TO_BE_FORGOTTEN
  RISK_ENVIRONMENTAL_DAMAGE RISK_PUBLIC_HEALTH SELF_MUTILATION STALKING SUICIDE TERRORIST_CONTENT TRADE_SECRET_INFRINGEMENT
  TRADEMARK_INFRINGEMENT TRAFFICKING_WOMEN_GIRLS UNLAWFUL_SALE_ANIMALS UNSAFE_CHALLENGES UNSAFE_PRODUCTS VIOLATION_EU_LAW
  VIOLATION_NATIONAL_LAW OTHER`)

const Category = oneOf(
  'STATEMENT_CATEGORY',
  ...(['ANIMAL_WELFARE', 'CONSUMER_INFORMATION', 'CYBER_VIOLENCE', 'CYBER_VIOLENCE_AGAINST_WOMEN'] as const),
  ...(['DATA_PROTECTION_AND_PRIVACY_VIOLATIONS', 'ILLEGAL_OR_HARMFUL_SPEECH'] as const),
  ...(['INTELLECTUAL_PROPERTY_INFRINGEMENTS', 'NEGATIVE_EFFECTS_ON_CIVIC_DISCOURSE_OR_ELECTIONS'] as const),
  ...(['NOT_SPECIFIED_NOTICE', 'OTHER_VIOLATION_TC', 'PROTECTION_OF_MINORS'] as const),
  ...(['RISK_FOR_PUBLIC_SECURITY', 'SCAMS_AND_FRAUD', 'SELF_HARM'] as const),
  ...(['UNSAFE_AND_PROHIBITED_PRODUCTS', 'VIOLENCE'] as const),
)
export type EuCategory = z.infer<typeof Category>
const Yes = z.enum(['Yes', 'No'])

const fields = z.strictObject({
  /** The platform's own id. */
  puid: z
    .string()
    .max(500, 'is longer than 500 characters')
    .regex(/^[a-zA-Z0-9-_]+$/, 'has other characters than letters, digits, - and _'),
  content_id: z.strictObject({ 'EAN-13': z.string().regex(/^\d{13}$/, 'is no EAN-13') }).optional(),
  decision_visibility: z
    .array(
      oneOf(
        'DECISION_VISIBILITY',
        ...(['CONTENT_REMOVED', 'CONTENT_DISABLED', 'CONTENT_DEMOTED', 'CONTENT_AGE_RESTRICTED'] as const),
        ...(['CONTENT_INTERACTION_RESTRICTED', 'CONTENT_LABELLED', 'OTHER'] as const),
      ),
    )
    .min(1, 'is empty')
    .optional(),
  decision_visibility_other: Words(500).optional(),
  decision_monetary: oneOf('DECISION_MONETARY', 'SUSPENSION', 'TERMINATION', 'OTHER').optional(),
  decision_monetary_other: Words(500).optional(),
  decision_provision: oneOf(
    'DECISION_PROVISION',
    ...(['PARTIAL_SUSPENSION', 'TOTAL_SUSPENSION', 'PARTIAL_TERMINATION', 'TOTAL_TERMINATION'] as const),
  ).optional(),
  decision_account: oneOf('DECISION_ACCOUNT', 'SUSPENDED', 'TERMINATED').optional(),
  account_type: oneOf('ACCOUNT_TYPE', 'BUSINESS', 'PRIVATE').optional(),
  end_date_visibility_restriction: End,
  end_date_monetary_restriction: End,
  end_date_service_restriction: End,
  end_date_account_restriction: End,
  decision_ground: oneOf('DECISION_GROUND', 'ILLEGAL_CONTENT', 'INCOMPATIBLE_CONTENT'),
  decision_ground_reference_url: z.url().max(500, 'is longer than 500 characters').optional(),
  illegal_content_legal_ground: Words(500).optional(),
  illegal_content_explanation: Words(2000).optional(),
  incompatible_content_ground: Words(500).optional(),
  incompatible_content_explanation: Words(2000).optional(),
  incompatible_content_illegal: Yes.optional(),
  category: Category,
  category_addition: z.array(Category).optional(),
  category_specification: z
    .array(z.enum(keywords.map((name) => `KEYWORD_${name}`) as [string, ...string[]]))
    .optional(),
  category_specification_other: text(500).optional(),
  content_type: z
    .array(
      oneOf('CONTENT_TYPE', 'APP', 'AUDIO', 'IMAGE', 'PRODUCT', 'SYNTHETIC_MEDIA', 'TEXT', 'VIDEO', 'OTHER'),
    )
    .min(1, 'is empty'),
  content_type_other: Words(500).optional(),
  content_language: z.enum(languages).optional(),
  content_date: noBefore('2000-01-01'),
  territorial_scope: z.array(z.enum(euCountries)).optional(),
  application_date: noBefore('2020-01-01'),
  decision_facts: Words(5000),
  source_type: oneOf('SOURCE', 'ARTICLE_16', 'TRUSTED_FLAGGER', 'TYPE_OTHER_NOTIFICATION', 'VOLUNTARY'),
  source_identity: text(500).optional(),
  automated_detection: Yes,
  automated_decision: oneOf('AUTOMATED_DECISION', 'FULLY', 'PARTIALLY', 'NOT_AUTOMATED'),
})
type Fields = z.infer<typeof fields>

const isIllegal = (s: Fields) => s.decision_ground === 'DECISION_GROUND_ILLEGAL_CONTENT'

/** The fields that a statement has exactly if a condition holds. The database drops one without its condition; here it is refused. */
const exactlyIf: readonly (readonly [keyof Fields, string, (statement: Fields) => boolean])[] = [
  [
    'decision_visibility_other',
    'decision_visibility is other',
    (s) => s.decision_visibility?.includes('DECISION_VISIBILITY_OTHER') ?? false,
  ],
  [
    'decision_monetary_other',
    'decision_monetary is other',
    (s) => s.decision_monetary === 'DECISION_MONETARY_OTHER',
  ],
  ['content_type_other', 'content_type is other', (s) => s.content_type.includes('CONTENT_TYPE_OTHER')],
  ...(['illegal_content_legal_ground', 'illegal_content_explanation'] as const).map(
    (field) => [field, 'the ground is the law', (s: Fields) => isIllegal(s)] as const,
  ),
  ...(['incompatible_content_ground', 'incompatible_content_explanation'] as const).map(
    (field) => [field, 'the ground is the terms', (s: Fields) => !isIllegal(s)] as const,
  ),
]

/** One statement of reasons in the form of the EU's transparency database. */
export const EuStatement = fields.superRefine((statement, context) => {
  const wrong = (field: keyof Fields, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  const { decision_visibility, decision_monetary, decision_provision, decision_account } = statement
  if (!decision_visibility && !decision_monetary && !decision_provision && !decision_account)
    wrong('decision_visibility', 'is missing, and so is every other decision')
  for (const [field, words, holds] of exactlyIf)
    if ((statement[field] !== undefined) !== holds(statement)) wrong(field, `is there exactly if ${words}`)
  if (statement.incompatible_content_illegal !== undefined && isIllegal(statement))
    wrong('incompatible_content_illegal', 'is there only if the ground is the terms')
  if (statement.source_identity !== undefined && statement.source_type === 'SOURCE_VOLUNTARY')
    wrong('source_identity', 'is there only if somebody sent a notice')
})
export type EuStatement = z.infer<typeof EuStatement>
