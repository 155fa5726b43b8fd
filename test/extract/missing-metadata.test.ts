import { describe, expect, it } from 'vitest';
import type { Problem } from '../../src/model/problem.ts';
import { extract, kindsOf, type ResponseFacts, script } from './extraction.ts';

/** The problem of a page without metadata. */
async function problemOf(html: string, facts?: ResponseFacts): Promise<Problem> {
  const outcomes = await extract(html, facts);
  const last = outcomes.at(-1);
  if (last?.kind !== 'failed') throw new Error(`no failure: ${kindsOf(outcomes).join()}`);
  return last.problem;
}

const kindOf = async (html: string, facts?: ResponseFacts) => (await problemOf(html, facts)).kind;

const head = '<!doctype html><html><head><title>Soil Archive</title>';
const bundle = '<script src="/static/js/main.3f2.js"></script>';
const prose = `<p>${'The soil of this site was sampled each spring. '.repeat(60)}</p>`;
const dataset = { '@context': 'https://schema.org/', '@type': 'Dataset', name: 'Soil' };
const landing =
  `${head}</head><body><header><form action="/search"><input type="search" name="q"></form>` +
  `</header><main><h1>Soil moisture 2019</h1>${prose}</main>${bundle}` +
  '<noscript><img height="1" src="https://stats.example/p.gif"></noscript></body></html>';

it('is a landing page with a search box, a script and a picture for those without', async () => {
  expect(await problemOf(landing)).toMatchObject({ kind: 'no-metadata' });
  expect(await kindOf('<p>About us')).toBe('no-metadata');
});

describe('a page built by JavaScript', () => {
  it.each([
    ['empty <div id="root">', `${head}</head><body><div id="root"></div>${bundle}`],
    ['empty <div id="root">', `${head}${bundle}</head><body><DIV CLASS=x ID='root'> </DIV>`],
    ['empty <div id="app">', `${head}</head><body><div id=app><!-- here --></div>${bundle}`],
    ['empty <div id="__next">', `<div id="__next"><p>Loading…</p></div>${bundle}`],
    ['empty <div id="__nuxt">', `<div id="__nuxt"></div><script type=module>start()</script>`],
    ['empty <app-root>', `<app-root><div class="spinner"></div></app-root>${bundle}`],
    ['empty <ds-app>', `<ds-app></ds-app>${bundle}<p>Powered by a repository`],
    ['empty <main id="App">', `${bundle}<main id="App"><div><div></div></div></main>`],
    ['empty <div ui-view>', `<body ng-app="soil"><div ui-view></div>${bundle}`],
    [
      'empty <div id="root">',
      `<svg/><select><option>${'x'.repeat(5000)}</select><div id="root">${bundle}`,
    ],
    [
      'noscript "You need to enable JavaScript to run this app."',
      `<div id="shell"></div><noscript>You need to enable\n JavaScript to run this app.</noscript>`,
    ],
    [
      'noscript "Bitte aktivieren Sie JavaScript."',
      `<noscript><strong>Bitte aktivieren Sie JavaScript.</strong></noscript><p>Bodenarchiv</p>`,
    ],
    [
      'noscript "Veuillez activer Java Script"',
      `<NOSCRIPT>Veuillez activer Java Script</NOSCRIPT>`,
    ],
  ])('shows it by its %s: %#', async (mark, html) => {
    expect(await problemOf(html)).toMatchObject({ kind: 'page-needs-javascript', mark });
  });

  it.each([
    ['its content is there', `<div id="root"><h1>Soil</h1>${prose}</div>${bundle}`],
    ['an empty part is one among others', `${prose}<div id="app"></div>${bundle}`],
    ['nothing fills the empty part', `<div id="root"></div><p>Nothing here`],
    ['the notice is beside content', `${prose}<noscript>Please enable JavaScript</noscript>`],
    ['the notice is about a map', `<p>Soil<noscript>Without JavaScript: a picture</noscript>`],
    ['the empty element is in a comment', `<!-- <div id="root"></div> --><p>Soil</p>${bundle}`],
    [
      'only statistics run',
      `<p>About us</p><script async src="https://stats.example/gtag.js"></script>` +
        '<noscript><iframe src="https://stats.example/">JavaScript required</iframe></noscript>',
    ],
  ])('is none where %s', async (_name, html) => {
    expect(await kindOf(html)).toBe('no-metadata');
  });
});

describe('a bot challenge', () => {
  const challenge = '/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=1';
  it.each([
    ['Cloudflare', `<title>Just a moment...</title><script src="${challenge}"></script><p>Text`],
    ['Cloudflare', `<script>(function(){window._cf_chl_opt = {cvId: '3'};}())</script>${prose}`],
    [
      'Cloudflare',
      `<SCRIPT>a.src = '/cdn-cgi/challenge-platform/h/g/orchestrate/jsch/v1'</SCRIPT>`,
    ],
    ['Cloudflare', `<form action="/cdn-cgi/challenge-platform/x" method=POST></form>`],
    ['AWS WAF', '<script src="https://1a.eu-west-1.token.awswaf.com/1a/2/challenge.js"></script>'],
    ['AWS WAF', '<script>window.gokuProps = {"key":"A"}</script><div id="challenge-container">'],
    ['AWS WAF', '<script>AwsWafIntegration.getToken().then(() => location.reload())</script>'],
    ['AWS WAF', '<script src=//x.captcha.awswaf.com/captcha.js></script><h1>Human?</h1>'],
    ['Anubis', '<script id="anubis_challenge" type="application/json">{"rules":{}}</script>'],
    ['Anubis', '<script type=application/json id=anubis_challenge>{"difficulty":4}</script>'],
    ['Anubis', '<img src="/.within.website/x/cmd/anubis/static/img/pensive.webp">'],
    ['Anubis', '<link rel=stylesheet href="/.within.website/x/xess/xess.css"><p>Wait'],
    ['DataDome', '<script src="https://ct.captcha-delivery.com/c.js"></script>'],
    ['DDoS-Guard', '<script src="/.well-known/ddos-guard/js-challenge/index.js"></script>'],
    ['go-away', '<img src="/.well-known/.example/git/go-away/cmd/go-away/assets/logo.png">'],
    ['HUMAN', '<div id="px-captcha"></div>'],
    ['Imperva', '<iframe src="/_Incapsula_Resource?x=1">Request unsuccessful</iframe>'],
    ['Sucuri', '<script>var s={};document.cookie=sucuri_cloudproxy_js</script>'],
  ])('is one of %s: %#', async (service, html) => {
    expect(await problemOf(`<!doctype html><html>${html}`)).toMatchObject({
      kind: 'bot-challenge',
      service,
    });
  });

  it.each([
    [
      'script that Cloudflare adds',
      `<script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>`,
    ],
    [
      'script that Cloudflare adds',
      `<script src="/cdn-cgi/challenge-platform/h/g/scripts/invisible.js">`,
    ],
    ['script of AWS', '<script src="https://1a.token.awswaf.com/1a/challenge.js" defer></script>'],
    ['script of Imperva', '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>'],
    ['article', '<pre>src="/.within.website/" id="anubis_challenge" window._cf_chl_opt</pre>'],
  ])('is no ordinary page with a %s: %#', async (_name, html) => {
    expect(await kindOf(`${head}</head><body><h1>Soil</h1>${prose}${html}`)).toBe('no-metadata');
  });

  it('is no application that loads the script of AWS, nor a page with metadata', async () => {
    const aws = '<script src="https://1a.token.awswaf.com/1a/challenge.js"></script>';
    expect(await kindOf(`${aws}<div id="root"></div>`)).toBe('page-needs-javascript');
    expect(kindsOf(await extract(aws + script(dataset)))).toEqual(['document']);
  });
});

describe('a login page', () => {
  const password = '<label>Password <input type="password" name="p"></label>';
  it.each([
    `<h1>Sign in</h1><form>${password}</form>`,
    '<FORM><INPUT NAME=p TYPE=PASSWORD></FORM>',
    `<h1>Anmelden</h1><main><div><input name='pw' type=' password '/></div></main>`,
    `<header>Soil</header><nav><a href="/">Home</a></nav><form>${password}</form><footer>2026`,
    `<form action="/connexion">${password}</form><noscript>Activez JavaScript</noscript>`,
    `<title>404</title>${password}`,
  ])('asks for a password: %#', async (html) => {
    const problem = await problemOf(html);
    expect(problem).toMatchObject({ kind: 'login-required' });
    expect(problem).not.toHaveProperty('redirectedTo');
  });

  it.each([
    'https://repository.example.org/login?back=1',
    'https://repository.example.org/user/Log-In',
    'https://repository.example.org/users/sign_in',
    'https://repository.example.org/wp-login.php',
    'https://repository.example.org/loginpage.xhtml',
    'https://repository.example.org/Shibboleth.sso/Login',
    'https://login.example.org/',
    'https://sso.example.org/idp/profile/SAML2/Redirect/SSO?execution=e1s1',
    'https://accounts.example.org/o/oauth2/auth',
  ])('is where a redirect led to: %s', async (finalUrl) => {
    expect(await problemOf(prose, { finalUrl })).toMatchObject({
      kind: 'login-required',
      redirectedTo: finalUrl,
    });
  });

  it.each([
    [
      'a redirect led elsewhere',
      prose,
      { finalUrl: 'https://blog.example.org/datasets/logistics' },
    ],
    [
      'the page itself is called so',
      prose,
      { url: 'https://a.example/login', finalUrl: 'https://a.example/login/' },
    ],
    ['the login is in the header', `<header><form>${password}</form></header><p>Soil`, {}],
    ['the login is in a menu', `<NAV>${password}</NAV><h1>About</h1>`, {}],
    ['the login is beside an article', `<div>${password}</div>${prose}`, {}],
    ['the login is not shown', `<template>${password}</template><p>Soil`, {}],
  ])('is none where %s', async (_name, html, facts) => {
    expect(await kindOf(html, facts)).toBe('no-metadata');
  });

  it('is none where there is metadata', async () => {
    const html = `<div>${password}</div>${script(dataset)}`;
    expect(kindsOf(await extract(html))).toEqual(['document']);
  });
});

describe('an error page with status 200', () => {
  it.each([
    ['Page not found | Soil', '<title>Page not found | Soil</title><p>Back to the start page'],
    ['404', '<TITLE>404</TITLE><h1>Lost?</h1>'],
    ['Seite nicht gefunden', '<title>Bodenarchiv</title><h1>Seite <em>nicht</em>\n gefunden</h1>'],
    ['Page introuvable', `<h1>Page introuvable</h1>${bundle}`],
    ['Página no encontrada', '<title>P&aacute;gina no encontrada</title>'],
    ['Dataset not found', `<div id="root"><h1>Dataset not found</h1></div>${bundle}`],
    ['ページが見つかりません', '<meta charset="utf-8"><title>ページが見つかりません</title>'],
  ])('says %s', async (text, html) => {
    expect(await problemOf(html)).toMatchObject({ kind: 'soft-404', text });
  });

  it.each([
    ['an article about it', '<title>The 404 error explained</title><h1>What is a 404?</h1>'],
    ['an encyclopedia', `<title>HTTP 404 - Soil</title><h1>HTTP 404</h1>${prose.repeat(2)}`],
    ['a page that mentions it', '<title>Help</title><h1>Help</h1><p>Page not found</p>'],
    ['a second heading', '<h1>Frequent questions</h1><h1>Page not found</h1>'],
    ['a title in a picture', '<title>Soil</title><svg><title>404</title></svg>'],
  ])('is not %s', async (_name, html) => {
    expect(await kindOf(html)).toBe('no-metadata');
  });

  it('is none with metadata', async () => {
    const html = `<title>404 Not Found</title>${script(dataset)}`;
    expect(kindsOf(await extract(html))).toEqual(['document']);
  });
});

describe('a listing', () => {
  const urls = 'https://soil.example/1\r\nhttps://soil.example/2\n';
  it.each([
    ['application/xml', '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">', 'sitemap'],
    ['text/xml', '<?xml version="1.0"?>\n<!-- ours -->\n<sitemapindex>', 'sitemap index'],
    ['application/rss+xml; charset=utf-8', '<rss version="2.0"><channel>', 'RSS feed'],
    ['application/atom+xml', '<feed xmlns="http://www.w3.org/2005/Atom">', 'Atom feed'],
    ['application/octet-stream', '\uFEFF<s:urlset xmlns:s="urn:x">', 'sitemap'],
    ['text/html', '<?xml version="1.0" encoding="UTF-8"?><urlset><url><loc>', 'sitemap'],
    ['text/plain', urls, 'text sitemap'],
    ['', urls.repeat(2000), 'text sitemap'],
  ])('is no page: %s %#', async (contentType, text, format) => {
    expect(await problemOf(text, { contentType })).toMatchObject({
      kind: 'sitemap-as-page',
      format,
    });
  });

  it.each([
    ['text/plain', 'https://soil.example/1 is a page\nhttps://soil.example/2'],
    ['text/plain', 'https://soil.example/1'],
    ['text/csv', urls],
    ['application/xml', '<opml><outline xmlUrl="https://soil.example/1"/></opml>'],
  ])('is none in %s: %#', async (contentType, text) => {
    expect(await kindOf(text, { contentType })).toBe('content-type-unsupported');
  });
});

describe('a script with JSON-LD and another type', () => {
  const json = JSON.stringify(dataset);
  it.each([
    'application/json+ld',
    'application/ld-json',
    'text/ld+json',
    'application/jsonld',
    'application/ld+jason',
    'application/id+json',
    'application/json',
    'text/javascript',
    'application/javascript',
    'text/plain',
    '',
  ])('is named: %s', async (type) => {
    const attribute = type === '' ? '' : ` data-x=1 TYPE='${type.toUpperCase()}; charset=utf-8'`;
    const html = `<p>Soil</p><script${attribute}>\n ${json}</script>`;
    expect(await problemOf(html)).toMatchObject({
      kind: 'script-type-unread',
      type,
      suggestion: 'application/ld+json',
    });
  });

  it.each([
    ['in a list', 'application/json', `[${json}]`],
    ['broken, under a near type', 'application/json+ld', '{"@type": "Dataset", "name": }'],
    ['without a context, under a near type', 'text/ld+json', '{"@type": "Dataset"}'],
    ['after another script', 'application/json', json],
  ])('is named where it is %s', async (_name, type, text) => {
    const html = `<script>start()</script><script type="${type}">${text}</script>`;
    expect(await problemOf(html)).toMatchObject({ kind: 'script-type-unread', type });
  });

  it.each([
    ['the state of an application', 'application/json', `{"props": {"meta": ${json}}}`],
    ['code', 'text/javascript', `document.x = ${json}`],
    ['plain JSON', 'application/json', '{"@type": "Dataset", "name": "Soil"}'],
    ['GeoJSON', 'application/geo+json', '{"type": "Point", "coordinates": [1, 2]}'],
    [
      'only about the site',
      'application/json',
      '{"@context": "https://schema.org", "@type": "WebSite"}',
    ],
    ['an import map', 'importmap', '{"imports": {"schema.org": "/x.js", "@context": "/y.js"}}'],
    ['in a comment', '', `--><!-- <script type="application/json">${json}</script> -->`],
  ])('is none where it is %s', async (_name, type, text) => {
    expect(await kindOf(`<p>Soil</p><script type="${type}">${text}</script>`)).toBe('no-metadata');
  });

  it('does not matter beside metadata', async () => {
    const html = `<script type="application/json">${json}</script>${script(dataset)}`;
    expect(kindsOf(await extract(html))).toEqual(['document']);
  });
});

describe('the reason of a page with several', () => {
  const site = script({ '@context': 'https://schema.org/', '@type': 'WebSite' });
  const metaTags = '<meta name="DC.title" content="Soil">';
  const microdata = '<div itemscope itemtype="https://schema.org/Dataset"></div>';
  const shell = `<div id="root"></div>${bundle}`;
  const misnamed = `<script type="application/json">${JSON.stringify(dataset)}</script>`;
  const notFound = '<title>Not found</title>';
  const password = '<input type="password">';
  const anubis = '<script id="anubis_challenge" type="application/json">{}</script>';
  const all = [anubis, password, notFound, misnamed, site, metaTags + microdata, shell];

  it.each([
    [0, 'bot-challenge'],
    [1, 'login-required'],
    [2, 'soft-404'],
    [3, 'script-type-unread'],
    [4, 'site-metadata-only'],
    [5, 'fallback-metadata-only'],
    [6, 'page-needs-javascript'],
    [7, 'no-metadata'],
  ])('is the first of the order: %i', async (from, kind) => {
    expect(await kindOf(`<p>Soil</p>${all.slice(from).join('')}`)).toBe(kind);
  });

  it('is the script that builds the page, where the shell describes the site only', async () => {
    expect(await kindOf(site + shell)).toBe('page-needs-javascript');
    expect(await kindOf(site + bundle)).toBe('site-metadata-only');
    expect(await kindOf(site + metaTags + shell)).toBe('site-metadata-only');
  });

  it('names the types of the site, and what else there is', async () => {
    expect(await problemOf(site + microdata + metaTags)).toMatchObject({
      kind: 'site-metadata-only',
      types: ['WebSite'],
      beside: ['microdata', 'metaTags'],
    });
    expect(await problemOf(site)).not.toHaveProperty('beside');
  });

  it('is no other format that describes only the page, or that was asked for', async () => {
    const theme = '<body itemscope itemtype="https://schema.org/WebPage"><p itemscope>';
    const roles = `<div vocab="https://schema.org/" typeof='schema:Organization WebSite'>`;
    expect(await kindOf(theme + roles)).toBe('no-metadata');
    const target = { fallbacks: ['microdata'] } as const;
    expect(await kindOf('<!-- <p itemscope itemtype="x:Y"> -->', { target })).toBe('no-metadata');
  });

  it('is found in XHTML', async () => {
    const xhtml =
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><script src="/a.js"/></head>' +
      '<body><div id="root"/></body></html>';
    const facts = { contentType: 'application/xhtml+xml' };
    expect(await kindOf(xhtml, facts)).toBe('page-needs-javascript');
  });
});

it.each([
  ['start tags', '<div id="x">'],
  ['scripts', '<script>a</script>'],
  ['half-open roots', '<div id="root">'],
  ['statements', '<title>not found not found</title>'],
  ['notices', '<noscript>JavaScript</noscript>'],
  ['types', ' itemtype=" '],
  ['brackets', '<script type="application/json">{"@context": "schema.org"'],
])('is sought in linear time among many %s', async (_name, part) => {
  const html = `<p>Soil</p>${part.repeat(Math.ceil(1_000_000 / part.length))}`;
  expect(kindsOf(await extract(html))).toHaveLength(1);
});
