import { type Course, english, type Scripts } from './talk-english.ts'

const german: Scripts = {
  arrived: [
    [
      'b: Hallo {seller}, ist {item} noch zu haben?',
      's: Hallo, ja! {price} plus Versand, wie in der Anzeige.',
      'b: Geht auch {offer}?',
      's: Leider nein, der Preis ist schon knapp.',
      'b: Gut, gekauft.',
      's: Danke! Paket ist unterwegs, Sendungsnummer {tracking}.',
      'b: Heute angekommen, alles wie beschrieben. Vielen Dank!',
    ],
  ],
  onTheWay: [
    ['b: Hi, wann geht {item} raus?', 's: Gerade bei {carrier} abgegeben: {tracking}', 'b: Super, danke.'],
  ],
  waiting: [
    [
      'b: Hallo, ich habe {item} bezahlt. Wann kannst du verschicken?',
      's: Am {weekday}, vorher schaffe ich es nicht zur Post.',
    ],
  ],
  asking: [
    [
      'b: Guten Tag, würden Sie {item} auch für {offer} abgeben?',
      's: Bei Abholung ja. {place}, am {weekday} ab 18 Uhr?',
      'b: Passt, bis dann.',
    ],
  ],
}
const spanish: Scripts = {
  arrived: [
    [
      'b: Hola, ¿sigue disponible «{item}»?',
      's: ¡Hola! Sí, y lo puedo enviar mañana.',
      'b: ¿Lo dejarías en {offer}?',
      's: Lo siento, {price} es mi último precio.',
      'b: Vale, comprado.',
      's: Enviado con {carrier}, el número es {tracking}.',
      'b: Ya llegó, está perfecto. ¡Gracias!',
    ],
  ],
  onTheWay: [
    [
      'b: Buenas, ¿ya salió el paquete?',
      's: Sí, esta mañana: {tracking} ({carrier}).',
      'b: Genial, gracias.',
    ],
  ],
  waiting: [
    ['b: Hola {seller}, pagué {price} por «{item}». ¿Cuándo lo envías?', 's: El {weekday} sin falta.'],
  ],
  asking: [
    [
      'b: ¿Aceptas {offer} por «{item}»?',
      's: Si lo recoges en {place}, sí.',
      'b: El {weekday} por la tarde puedo.',
    ],
  ],
}
const french: Scripts = {
  arrived: [
    [
      'b: Bonjour, « {item} » est toujours disponible ?',
      's: Bonjour, oui. Je peux l’envoyer demain.',
      'b: Je le prends à {price}, merci.',
      's: Colis déposé chez {carrier}, numéro {tracking}.',
      'b: Bien reçu, conforme à la description. Merci beaucoup !',
    ],
  ],
  onTheWay: [['b: Bonjour, le colis est-il parti ?', 's: Oui, hier soir : {tracking}.', 'b: Parfait.']],
  waiting: [
    [
      'b: Bonjour {seller}, j’ai payé « {item} ». Quand pensez-vous l’envoyer ?',
      's: {weekday} matin au plus tard.',
    ],
  ],
  asking: [
    [
      'b: Vous feriez {offer} pour « {item} » ?',
      's: D’accord si vous venez le chercher, {place}.',
      'b: Je passe {weekday}.',
    ],
  ],
}
const portuguese: Scripts = {
  arrived: [
    [
      'b: Oi, ainda tem «{item}»?',
      's: Tenho sim! {price} mais o envio.',
      'b: Fechado, acabei de comprar.',
      's: Postado: {tracking} ({carrier}).',
      'b: Chegou hoje, tudo certo. Obrigado!',
    ],
  ],
  onTheWay: [['b: Oi, já enviou?', 's: Enviei hoje cedo, o código é {tracking}.', 'b: Valeu!']],
  asking: [['b: Faz por {offer}?', 's: Retirando aqui, {place}, faço.', 'b: Pode ser {weekday}?']],
}
const polish: Scripts = {
  arrived: [
    [
      'b: Dzień dobry, czy „{item}” jest jeszcze dostępne?',
      's: Tak, wysyłam jutro.',
      'b: Kupione.',
      's: Numer przesyłki: {tracking}, {carrier}.',
      'b: Dotarło, wszystko zgodne z opisem. Dziękuję!',
    ],
  ],
  onTheWay: [['b: Kiedy wysyłka?', 's: Nadane dziś, {tracking}.', 'b: Dzięki!']],
  asking: [['b: Czy zejdzie Pan do {offer}?', 's: Przy odbiorze osobistym tak, {place}.']],
}
const ukrainian: Scripts = {
  arrived: [
    [
      'b: Добрий день, чи ще актуально «{item}»?',
      's: Так, можу відправити завтра.',
      'b: Оплатила.',
      's: Відправлено, номер {tracking}.',
      'b: Отримала, все чудово. Дякую!',
    ],
  ],
  onTheWay: [
    ['b: Вітаю, коли буде відправка?', 's: Вже в дорозі: {tracking} ({carrier}).', 'b: Дякую, чекаю.'],
  ],
  asking: [['b: Віддасте за {offer}?', 's: Якщо заберете самі, {place}, то так.']],
}
const japanese: Scripts = {
  arrived: [
    [
      'b: はじめまして。「{item}」はまだありますか？',
      's: はい、ございます。明日発送できます。',
      'b: では購入いたします。',
      's: 発送しました。追跡番号は {tracking} です（{carrier}）。',
      'b: 本日届きました。説明どおりで大変満足です。ありがとうございました。',
    ],
  ],
  onTheWay: [
    [
      'b: 発送はいつ頃になりますか？',
      's: 先ほど発送しました。{tracking} です。',
      'b: ありがとうございます。',
    ],
  ],
  asking: [['b: {offer} にお値下げ可能でしょうか？', 's: 申し訳ありません、{price} でお願いしております。']],
}
const arabic: Scripts = {
  arrived: [
    [
      'b: مرحبا، هل «{item}» ما زال متوفرا؟',
      's: أهلا، نعم. أستطيع الشحن غدا.',
      'b: تم الشراء، شكرا.',
      's: تم الشحن، رقم التتبع {tracking}.',
      'b: وصلت القطعة اليوم وهي كما في الوصف. شكرا جزيلا.',
    ],
  ],
  onTheWay: [['b: متى يتم الشحن؟', 's: تم اليوم صباحا: {tracking}', 'b: ممتاز، شكرا.']],
  asking: [['b: هل تقبل {offer}؟', 's: السعر {price} نهائي.']],
}
const chinese: Scripts = {
  arrived: [
    [
      'b: 你好，「{item}」还在吗？',
      's: 在的，明天可以发货。',
      'b: 好的，已经下单了。',
      's: 已寄出，单号 {tracking}。',
      'b: 收到了，和描述一样，谢谢！',
    ],
  ],
  asking: [['b: {offer} 可以吗？', 's: 不好意思，{price} 不议价。']],
}
const turkish: Scripts = {
  arrived: [
    [
      'b: Merhaba, {item} hâlâ satılık mı?',
      's: Evet, yarın kargoya veririm.',
      'b: Satın aldım.',
      's: Kargo takip numarası {tracking}.',
      'b: Bugün geldi, sorunsuz. Teşekkürler!',
    ],
  ],
  asking: [['b: {offer} olur mu?', 's: Elden teslimde olur, {place}.']],
}

interface Language {
  /** The code by which weekdays are written. */
  code: string
  scripts: Scripts
  places: readonly string[]
}

const latin = ['Plaza Mayor', 'Café Central', 'Parque Lezama']
const languages: [countries: string, Language][] = [
  ['DE', { code: 'de', scripts: german, places: ['Hauptbahnhof, Gleis 1', 'vor der Stadtbibliothek'] }],
  ['ES', { code: 'es', scripts: spanish, places: latin }],
  ['FR', { code: 'fr', scripts: french, places: ['gare de Lyon, devant la boulangerie', 'place Bellecour'] }],
  ['BR PT', { code: 'pt', scripts: portuguese, places: ['metrô Consolação', 'praça do Comércio'] }],
  ['PL', { code: 'pl', scripts: polish, places: ['Dworzec Centralny', 'Rynek Główny'] }],
  ['UA KZ', { code: 'uk', scripts: ukrainian, places: ['біля метро Золоті Ворота', 'на вокзалі'] }],
  ['JP', { code: 'ja', scripts: japanese, places: ['駅前'] }],
  ['EG AE JO MA', { code: 'ar', scripts: arabic, places: ['وسط البلد'] }],
  ['CN TW SG', { code: 'zh', scripts: chinese, places: ['地铁站'] }],
  ['TR', { code: 'tr', scripts: turkish, places: ['Kadıköy iskelesi', 'Kızılay metrosu'] }],
]
const inEnglish: Language = {
  code: 'en-US',
  scripts: english,
  places: [
    'the library on Main Street',
    'the coffee shop at Union Station',
    'the police station car park',
    'the north entrance of Riverside Park',
  ],
}

/** The language of a conversation about `course`: the one that both countries share, else English. */
export function languageOf(course: Course, countries: (string | null)[]): Language {
  const spoken = countries.map(
    (country) => languages.find(([list]) => list.split(' ').includes(country ?? ''))?.[1],
  )
  const [first, second] = spoken
  return first && first === second && first.scripts[course] ? first : inEnglish
}
