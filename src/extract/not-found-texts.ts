/** Longer titles are about something. */
const longest = 200;

/** What a site puts between the parts of a title. */
const separators = /[|–—·•«»]|[-:]\s|\s[/]\s/u;

/** What stands for a missing resource, in the languages of repositories. Without `fillers`. */
const statements = new RegExp(
  [
    // English
    String.raw`not (?:be )?found|(?:could|can) ?not find|(?:couldn|can)['’]?t (?:be found|find)`,
    String.raw`(?:does|do|did) ?(?:not|n['’]?t) exist|no longer (?:exists?|here)|no such`,
    // German, Dutch
    'nicht (?:mehr )?(?:gefunden|vorhanden)|existiert nicht(?: mehr)?|niet gevonden|bestaat niet',
    // French
    "introuvable|non trouvée?|n['’]existe (?:pas|plus)",
    "n['’](?:a|est) pas (?:été )?trouvée?",
    // Spanish, Portuguese, Italian, Catalan
    String.raw`no (?:ha sido |fue )?encontrad[oa]|no se (?:encontró|ha encontrado|encuentra)`,
    String.raw`n[ãa]o (?:foi )?encontrad[oa]|n[ãa]o existe|no existe|non (?:è stata? )?trovat[oa]`,
    "non esiste|no s['’]ha trobat|no trobada",
    // Swedish, Danish, Norwegian, Finnish
    'hittades inte|(?:kunde|kan) inte hittas|finns inte|ikke (?:fundet|funnet)|findes ikke',
    'finnes ikke|ei löydy|ei löytynyt|ei ole olemassa',
    // Polish, Czech, Hungarian, Turkish
    'nie (?:została? )?znalezion[oaey]|nie istnieje|nenalezen[aoy]?|nem található|bulunamadı',
    // Russian, Ukrainian
    'не (?:был[аио]? )?найден[аоы]?|не существует|не знайдено',
    // Chinese, Japanese, Korean
    '未找到|找不到|不存在|見つかりません(?:でした)?|見つかりませんでした|찾을 수 없습니다|찾을 수 없음',
  ].join('|'),
  'iu',
);

/** Words of such titles that say nothing: `Error 404`, `HTTP status`, `Oops`. */
const fillers = words(
  `404 error errors fehler erreur errore erro fel fejl feil błąd hata ошибка http https status code
  statuscode oops ooops whoops sorry entschuldigung désolé`,
);

/** Other words of such titles: what is missing, and words that join it to the statement. */
const companions = words(
  `a an any anymore are at be been by can could exist exists for has have here i it is link looking
  of on or our requested request seem seems server that the there this to trying unfortunately was
  we were what you your
  address content data dataset doi document entry file handle identifier item object page record
  resource site url web webpage website
  angeforderte angeforderten aufgerufene das dataset datei datensatz dem den der die diese dieser
  dieses dokument eintrag es gesuchte gewünschte ihnen inhalt konnte leider objekt ressource seite
  server sie webseite werden wurde
  bestand de deze document gevraagde het kan kon pagina worden
  ce cet cette contenu demandée demandé des document fichier jeu la le les notice page que ressource
  vous cherchez recherchez recherchée
  archivo buscada contenido documento el esta este la lo página pagina que recurso registro ruta
  solicitada solicitado sentimos ser pudo
  a arquivo conteúdo o procurada recurso solicitada
  contenuto file il questa richiesta risorsa
  aquesta la pàgina no
  begärda den dokumentet filen sida sidan som du söker
  ble blev den desværre dokumentet du er ledte leter efter etter side siden som
  haettua hakemaasi sivu sivua
  dokument strona strony tej zasób żądana
  požadovaná stránka
  a az keresett oldal
  aradığınız sayfa
  запрашиваемая запрошенная страница страницу документ ресурс сторінку сторінка сожалению к`,
);

/** The same in writing without blanks between words. */
const unspaced = new RegExp(
  (
    '您 你 请求 請求 访问 瀏覽 浏览 查找 要 所 的 该 該 此 这个 抱歉 页面 頁面 网页 網頁 资源 資源 ' +
    '文件 数据集 ページ お探し 指定された ご 指定 リクエスト された の が は ' +
    '페이지 자료 를 을 요청하신 해당'
  ).replaceAll(' ', '|'),
  'gu',
);

/**
 * Whether a title or heading says, in whole or in one of its parts, that the page does not exist.
 * Those with other words are about something: `The 404 error explained`, `Genes not found in mice`.
 */
export function saysNotFound(text: string): boolean {
  return partsOfTitle(text).some((part) => isStatement(part, statements) || isBare404(part));
}

/** A title and its parts; none of one that is too long to be a statement. */
export function partsOfTitle(text: string): readonly string[] {
  return text.length > longest ? [] : [text, ...text.split(separators)];
}

/**
 * Whether a part of a title has one of some statements, and nothing besides but words that go with
 * them.
 */
export function isStatement(part: string, statement: RegExp): boolean {
  const plain = plainWords(part);
  const rest = plain.replace(statement, ' ');
  if (rest === plain) return false;
  return otherWords(rest).every((word) => companions.has(word) || /\d/u.test(word));
}

function isBare404(part: string): boolean {
  const plain = plainWords(part);
  return /(?:^|\s)404(?:\s|$)/u.test(plain) && otherWords(plain).length === 0;
}

function plainWords(part: string): string {
  return part
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}'’./]+|[./](?=\s|$)/gu, ' ')
    .trim();
}

/** The words that are no fillers. */
function otherWords(text: string): readonly string[] {
  return text
    .replaceAll(unspaced, ' ')
    .split(' ')
    .filter((word) => word !== '' && !fillers.has(word));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u));
}
