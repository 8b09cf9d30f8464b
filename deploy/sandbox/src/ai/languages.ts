import { hashNumber } from '../world/ids.ts';
import type { Tone } from './brief.ts';

export type Language = 'en' | 'de' | 'es' | 'fr' | 'ja' | 'ar';

/** What a caption is made of in a language: every opening goes with every subject and every detail. */
interface Phrases {
  readonly openings: readonly string[];
  /** With the hashtag of each, without `#`. */
  readonly subjects: readonly (readonly [subject: string, tag: string])[];
  readonly details: readonly string[];
  readonly closings: Readonly<Record<'professional' | 'casual' | 'artistic' | 'promotional', readonly string[]>>;
  /** Hashtags of any picture. */
  readonly tags: readonly string[];
  /** The first sentence; `business` is named where there is one. */
  sentence(parts: { opening: string; subject: string; detail: string; business: string | null }): string;
}

const phrases: Readonly<Record<Exclude<Language, 'en'>, Phrases>> = {
  de: {
    openings: [
      'Ein Blick auf',
      'Heute zeigen wir euch',
      'Schaut einmal auf',
      'Kommt und seht',
      'Unser Foto des Tages:',
    ],
    subjects: [
      ['die ruhige Ecke', 'lieblingsecke'],
      ['die Arbeit von heute', 'einblick'],
      ['das kleine Detail', 'liebezumdetail'],
      ['die gute Stube', 'gutestube'],
      ['die offene Tür', 'offenetür'],
    ],
    details: [
      'so wie ihr es kennt',
      'bevor die ersten Gäste kommen',
      'und nichts ist dem Zufall überlassen',
      'mit viel Ruhe und Zeit',
      'ganz ohne Eile',
      'einfach und gut',
      'gerade frisch aufgeräumt',
      'heute etwas früher als sonst',
      'gemacht mit ruhiger Hand',
      'da bleibt man gern stehen',
      'ein wenig näher betrachtet',
      'und alle packen mit an',
      'wie an jedem guten Tag',
      'nach einer langen Woche',
    ],
    closings: {
      professional: ['Sprecht uns gern an.', 'Wir beraten euch gern.'],
      casual: ['Kommt vorbei und sagt hallo.', 'Bis gleich bei uns?'],
      artistic: ['Das Licht macht den Rest.', 'Ein Moment, der von allein entsteht.'],
      promotional: ['Schaut noch heute bei uns vorbei.', 'Wir freuen uns auf euren Besuch.'],
    },
    tags: ['mitliebegemacht', 'ausderregion', 'hinterdenkulissen'],
    sentence: ({ opening, subject, detail, business }) =>
      `${opening} ${subject}${business === null ? '' : ` bei ${business}`}, ${detail}.`,
  },
  es: {
    openings: ['Así se ve hoy', 'Hoy os enseñamos', 'Nuestra foto del día:', 'Mirad de cerca', 'Nos alegra compartir'],
    subjects: [
      ['el rincón más tranquilo', 'rincónfavorito'],
      ['el trabajo de hoy', 'díaadía'],
      ['el detalle pequeño', 'detalles'],
      ['la mesa puesta', 'mesapuesta'],
      ['la puerta abierta', 'puertasabiertas'],
    ],
    details: [
      'como siempre que venís',
      'antes de que llegue la gente',
      'con todo en su sitio',
      'sin prisa y con calma',
      'con sencillez y buen gusto',
      'para los que miran dos veces',
      'con todo recién ordenado',
      'un poco antes que ayer',
      'con mano tranquila',
      'donde apetece quedarse',
      'un poco más de cerca',
      'y todos echan una mano',
      'después de una semana larga',
      'tal y como nos gusta',
    ],
    closings: {
      professional: ['Estamos aquí para lo que necesitéis.', 'Os atendemos con mucho gusto.'],
      casual: ['Pasad a saludar cuando queráis.', '¿Nos vemos en un rato?'],
      artistic: ['La luz hace el resto.', 'Un instante que se queda.'],
      promotional: ['Venid a vernos hoy mismo.', 'Os esperamos con las puertas abiertas.'],
    },
    tags: ['hechoconcariño', 'comerciolocal', 'detrásdecámaras'],
    sentence: ({ opening, subject, detail, business }) =>
      `${opening} ${subject}${business === null ? '' : ` en ${business}`}, ${detail}.`,
  },
  fr: {
    openings: [
      'Un regard sur',
      'Aujourd’hui, nous vous montrons',
      'Notre photo du jour :',
      'Voici, de plus près,',
      'Nous partageons avec vous',
    ],
    subjects: [
      ['le coin tranquille', 'coinpréféré'],
      ['le travail du jour', 'quotidien'],
      ['le petit détail', 'soucidudétail'],
      ['la belle table', 'bellestables'],
      ['la porte ouverte', 'portesouvertes'],
    ],
    details: [
      'comme à chacune de vos visites',
      'avant les premiers clients',
      'avec chaque chose à sa place',
      'sans se presser',
      'en toute simplicité',
      'pour ceux qui regardent deux fois',
      'par un matin comme on les aime',
      'un peu plus tôt qu’hier',
      'avec des gestes tranquilles',
      'où l’on aime rester',
      'à quelques pas de vous',
      'et chacun donne un coup de main',
      'après une longue semaine',
      'avec un soin de tous les jours',
    ],
    closings: {
      professional: ['Nous sommes à votre écoute pour vos projets.', 'Parlons de ce qu’il vous faut.'],
      casual: ['Passez nous dire bonjour.', 'On se voit tout à l’heure ?'],
      artistic: ['La lumière fait le reste.', 'Un instant qui reste.'],
      promotional: ['Venez nous voir dès aujourd’hui.', 'Nous vous attendons avec plaisir.'],
    },
    tags: ['faitavecamour', 'commercelocal', 'encoulisses'],
    sentence: ({ opening, subject, detail, business }) =>
      `${opening} ${subject}${business === null ? '' : ` chez ${business}`}, ${detail}.`,
  },
  ja: {
    openings: [
      '今日の一枚は、',
      'ふと目にとまった、',
      'みなさんにお見せしたい、',
      'いつもの時間、',
      '少しだけご紹介、',
    ],
    subjects: [
      ['静かな一角', 'お気に入りの場所'],
      ['今日の仕事', '日々の仕事'],
      ['小さなこだわり', 'こだわり'],
      ['整えたテーブル', 'テーブル'],
      ['開いた扉', 'ようこそ'],
    ],
    details: [
      'いつもと変わらない姿です',
      '最初のお客様を待つひとときです',
      'すべて整いました',
      'ゆっくりと時間をかけています',
      '飾らないのがいちばんです',
      'やわらかな光に包まれています',
      '片づけたばかりの朝です',
      '昨日より少し早い時間です',
      '落ち着いた手つきで進めています',
      'つい足を止めたくなります',
      '少し近くから眺めてみました',
      'みんなで力を合わせています',
      '長い一週間のあとのひと息です',
      'わたしたちの好きなかたちです',
    ],
    closings: {
      professional: ['お気軽にご相談ください。', 'ご要望をお聞かせください。'],
      casual: ['ぜひ遊びに来てくださいね。', 'またあとで会いましょう。'],
      artistic: ['あとは光にまかせて。', '心に残るひとときを。'],
      promotional: ['本日もお待ちしております。', 'ぜひ今日お立ち寄りください。'],
    },
    tags: ['心をこめて', '地元のお店', '日々のこと'],
    sentence: ({ opening, subject, detail, business }) =>
      `${opening}${business === null ? '' : `${business}の`}${subject}。${detail}。`,
  },
  ar: {
    openings: ['نظرة على', 'اليوم نشارككم', 'صورة اليوم:', 'لحظة من عندنا:', 'يسعدنا أن نريكم'],
    subjects: [
      ['الركن الهادئ', 'ركن_هادئ'],
      ['عمل اليوم', 'عمل_اليوم'],
      ['التفصيل الصغير', 'تفاصيل'],
      ['الطاولة الجاهزة', 'طاولة'],
      ['الباب المفتوح', 'أهلا_بكم'],
    ],
    details: [
      'كما في كل يوم جميل',
      'قبل وصول أول الضيوف',
      'وكل شيء في مكانه',
      'بهدوء ومن غير عجلة',
      'بكل بساطة وجمال',
      'في ضوء ناعم',
      'بعد ترتيب هذا الصباح',
      'أبكر قليلا من أمس',
      'بيد هادئة وصبورة',
      'حيث يحلو الوقوف',
      'عن قرب أكثر بقليل',
      'والجميع يساعد',
      'بعد أسبوع طويل',
      'على طريقتنا التي نحبها',
    ],
    closings: {
      professional: ['يسعدنا تواصلكم معنا.', 'نحن في خدمتكم دائما.'],
      casual: ['مروا بنا وسلموا علينا.', 'نراكم بعد قليل؟'],
      artistic: ['والضوء يكمل الباقي.', 'لحظة تبقى في البال.'],
      promotional: ['زورونا اليوم.', 'ننتظركم بكل سرور.'],
    },
    tags: ['صنع_بحب', 'متجر_محلي', 'خلف_الكواليس'],
    sentence: ({ opening, subject, detail, business }) =>
      `${opening} ${subject}${business === null ? '' : ` في ${business}`}، ${detail}.`,
  },
};

const names: readonly { readonly language: Exclude<Language, 'en'>; readonly named: RegExp }[] = [
  { language: 'de', named: /^(german|deutsch|de\b)/i },
  { language: 'es', named: /^(spanish|español|es\b)/i },
  { language: 'fr', named: /^(french|français|fr\b)/i },
  { language: 'ja', named: /^(japanese|日本語|ja\b)/i },
  { language: 'ar', named: /^(arabic|العربية|ar\b)/i },
];

/** The language that a prompt asks for; English for those that are not spoken here. */
export function languageOf(prompt: string): Language {
  const wanted = /^Language:\s*(.+?)\.?$/m.exec(prompt)?.[1] ?? '';
  return names.find(({ named }) => named.test(wanted))?.language ?? 'en';
}

/** Those of a tone; tones that are no style of captions sound casual. */
function closingsOf({ closings }: Phrases, tone: Tone): readonly string[] {
  return tone === 'professional' || tone === 'artistic' || tone === 'promotional' ? closings[tone] : closings.casual;
}

export interface CaptionIn {
  readonly sentences: readonly string[];
  /** Between the sentences. */
  readonly gap: string;
  /** Without `#`. */
  readonly hashtags: readonly string[];
}

/** A caption in a language: which parts it takes is told by the seed; what `said` has already is left for something else. */
export function captionIn(
  language: Exclude<Language, 'en'>,
  { seed, said, tone, business }: { seed: number; said: string; tone: Tone; business: string | null },
): CaptionIn {
  const of = phrases[language];
  const fresh = (list: readonly string[], from: number): string => {
    const turned = list.map((_, turn) => list[((from >>> 0) + turn) % list.length] ?? '');
    return turned.find((one) => !said.includes(one)) ?? turned[hashNumber(said) % turned.length] ?? '';
  };
  const [subject = '', tag = ''] = of.subjects[(seed >>> 0) % of.subjects.length] ?? [];
  const opening = fresh(of.openings, seed >>> 13);
  const detail = fresh(of.details, seed >>> 7);
  return {
    sentences: [of.sentence({ opening, subject, detail, business }), fresh(closingsOf(of, tone), seed >>> 17)],
    gap: language === 'ja' ? '' : ' ',
    hashtags: [tag, ...of.tags],
  };
}
