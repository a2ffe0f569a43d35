import type { Chance } from './world.ts'

interface Script {
  /** Percentage of people with such a name. */
  share: number
  first: string[]
  last: string[]
  /** The separator of first and last name; some scripts have none. */
  between: string
  countries: string[]
}

const words = (text: string) => text.split(' ')

/** Realistic names: accents, other scripts, right to left, emoji. */
const scripts: Script[] = [
  {
    share: 46,
    first: words(
      'James Mary Robert Linda Michael Susan David Karen Emma Olivia Liam Noah Ava Mia Lucas Ethan Grace Chloe Henry Nora Owen Ruby Caleb Ivy Jordan Riley Quinn Sam',
    ),
    last: words(
      "Smith Johnson Brown Miller Davis Wilson Moore Taylor Anderson Thomas Walker Young King Wright Hill Green Baker Adams O'Brien O'Connor McDonald Lee-Harris Van-Buren Price",
    ),
    between: ' ',
    countries: ['US', 'US', 'US', 'GB', 'CA', 'AU'],
  },
  {
    share: 16,
    first: words(
      'José María Zoë Björn Søren Łukasz Çağla François Renée Jürgen Åsa Ñuria João Rūta Siân Ørjan Márton Žaneta Anaïs Tomás Nguyễn Đức Iñigo Gülşen',
    ),
    last: words(
      'Müller García Muñoz Håkansson Sørensen Kowalczyk Yılmaz Lefèvre Weiß Gonçalves Núñez Dvořák Nagy Șerban Kazlauskienė Ångström Übermann Trần Peña Brontë',
    ),
    between: ' ',
    countries: ['ES', 'SE', 'PL', 'FR', 'DE', 'BR', 'TR', 'PT', 'VN', 'CZ'],
  },
  {
    share: 6,
    first: words('Олена Дмитро Ирина Сергей Наталія Андрей Мария Їжакевич Алёна Юрий'),
    last: words('Шевченко Иванова Петренко Соколов Коваленко Кузнецов Бойко Морозова'),
    between: ' ',
    countries: ['UA', 'KZ', 'BG'],
  },
  {
    share: 4,
    first: words('Γιώργος Ελένη Δημήτρης Μαρία Αθανάσιος Σοφία Άννα'),
    last: words('Παπαδόπουλος Νικολάου Γεωργίου Δημητρίου Αγγελοπούλου'),
    between: ' ',
    countries: ['GR', 'CY'],
  },
  {
    share: 5,
    first: words('محمد فاطمة أحمد ليلى يوسف نور خالد مريم'),
    last: words('الأحمد حسن الخطيب العلي منصور السيد'),
    between: ' ',
    countries: ['EG', 'AE', 'JO', 'MA'],
  },
  {
    share: 3,
    first: words('נועה דוד תמר יוסי מיכל איתן רחל'),
    last: words('כהן לוי מזרחי פרץ ביטון אברהם'),
    between: ' ',
    countries: ['IL'],
  },
  {
    share: 4,
    first: words('प्रिया अर्जुन दीपिका राहुल अनन्या विक्रम सीता'),
    last: words('शर्मा पटेल सिंह गुप्ता वर्मा अय्यर'),
    between: ' ',
    countries: ['IN', 'NP'],
  },
  {
    share: 3,
    first: words('สมชาย มาลี ณัฐพล กัญญา วิชัย ปิยะ'),
    last: words('ใจดี ศรีสุข ทองดี แสงจันทร์ วงศ์สวัสดิ์'),
    between: ' ',
    countries: ['TH'],
  },
  {
    share: 4,
    first: words('伟 芳 小明 丽娜 建国 雪 子轩 欣怡'),
    last: words('王 李 张 刘 陈 欧阳 司马'),
    between: '',
    countries: ['CN', 'TW', 'SG'],
  },
  {
    share: 3,
    first: words('美咲 大輔 さくら ユウタ 陽菜 健太'),
    last: words('佐藤 鈴木 高橋 田中 渡辺 山本'),
    between: ' ',
    countries: ['JP'],
  },
  {
    share: 3,
    first: words('민준 서연 지우 하은 도윤 수빈'),
    last: words('김 이 박 최 정 남궁'),
    between: '',
    countries: ['KR'],
  },
  {
    share: 3,
    first: words('🌻Sunny 🚲BikeDan Lola💫 🦊Fox Ace🃏 👩‍🎨Mia'),
    last: words('Deals Trades Vintage 🛹 & Co. 🇺🇸'),
    between: ' ',
    countries: ['US', 'CA', 'GB'],
  },
]

const hundred = scripts.flatMap((script) => Array.from({ length: script.share }, () => script))
const familyFirst = new Set(['CN', 'TW', 'SG', 'JP', 'KR'])

/** A person's name with a matching country; `draw` picks a first or a last name from a script's list. */
export function nameOf(
  chance: Pick<Chance, 'pick'>,
  draw: (names: string[]) => string = (names) => chance.pick(names),
): { displayName: string; country_code: string } {
  const script = chance.pick(hundred)
  const country_code = chance.pick(script.countries)
  const [one, two] = [draw(script.first), draw(script.last)]
  const parts = familyFirst.has(country_code) ? [two, one] : [one, two]
  return { displayName: parts.join(script.between), country_code }
}

/** The Latin letters and digits of a name, for an e-mail address; '' when it has none. */
export const latinOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
