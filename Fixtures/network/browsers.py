#!/usr/bin/env python3
"""Records calls of a page in browsers: chromium.har, exported by Chromium's DevTools, which are opened on the page; playwright.har,
by Playwright with Chromium; firefox.har, by Firefox's DevTools.

    pip install playwright marionette_driver; apt-get install chromium firefox-esr; ./browsers.py [chromium] [playwright] [firefox]

Each call has a token, which Chromium's DevTools leave out of the file. Prints what each `fetch` of the page came to; HARTests has
the same lists.
"""

import http.server
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from playwright.sync_api import sync_playwright

FOLDER = pathlib.Path(__file__).parent
REQUEST = (FOLDER.parent / "captures/get-trip-request.grpc").read_bytes()
RESPONSE = (FOLDER.parent / "captures/get-trip-response-new.bin").read_bytes()
PATH = "/maps.fleetengine.v1.TripService/GetTrip"
PAGE = """<script>
const body = new Uint8Array(%s), ends = [];
async function call(url, patience) {
  const abort = new AbortController();
  if (patience) setTimeout(() => abort.abort(), patience);
  const headers = {"content-type": "application/grpc-web+proto", "authorization": "Bearer fake"};
  try {
    const answer = await fetch(url, {method: "POST", body, headers, signal: abort.signal});
    ends.push((await answer.arrayBuffer()).byteLength);
  } catch (error) { ends.push(String(error)); }
}
(async () => {
  for (const end of ["whole", "refused", "closed"]) await call(`%s?${end}`);
  await call("http://127.0.0.1:18188%s");  // Nobody listens.
  await call("http://localhost:18187%s");  // Another origin, which the server does not admit.
  for (const end of ["cut", "silent"]) await call(`%s?${end}`, 300);
  document.title = JSON.stringify(ends);
})();
</script>""" % (list(REQUEST), PATH, PATH, PATH, PATH)


def frame(flags, content):
    return struct.pack(">BI", flags, len(content)) + content


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, kind, content, headers=(), sent=None):
        self.send_response(status)
        for name, value in (("content-type", kind), ("content-length", str(len(content))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content[:sent])

    def do_GET(self):
        self.answer(200, "text/html", PAGE.encode() if self.path == "/" else b"")

    def do_OPTIONS(self):
        self.answer(403, "text/plain", b"")

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        kind, end = "application/grpc-web+proto", self.path.partition("?")[2]
        content = frame(0, RESPONSE) + frame(0x80, b"grpc-status:0\r\n")
        if end == "closed":
            self.close_connection = True
            self.connection.shutdown(2)
        elif end == "refused":
            assert self.headers["authorization"] == "Bearer fake"
            self.answer(200, kind, b"", [("grpc-status", "16"), ("grpc-message", "The%20token%20is%20not%20valid")])
        elif end == "silent":
            time.sleep(1)
        else:
            self.answer(200, kind, content, sent=100 if end == "cut" else None)
            if end == "cut":
                time.sleep(1)


threading.Thread(target=http.server.ThreadingHTTPServer(("127.0.0.1", 18187), Server).serve_forever, daemon=True).start()
PORT = 19222


def chromium(playwright):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", f"--remote-debugging-port={PORT}", "--remote-allow-origins=*",
             f"--user-data-dir={profile}", "about:blank"], stderr=subprocess.DEVNULL)
        try:
            while True:
                try:
                    pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{PORT}/json"))
                    break
                except OSError:
                    time.sleep(0.2)
            page = next(page["id"] for page in pages if page["type"] == "page")
            context = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{PORT}").contexts[0]
            app, tools = context.pages[0], context.new_page()
            tools.goto(f"http://127.0.0.1:{PORT}/devtools/inspector.html?ws=127.0.0.1:{PORT}/devtools/page/{page}")
            time.sleep(4)
            app.goto("http://127.0.0.1:18187/")
            app.wait_for_function("document.title != ''")
            print(app.title())
            # What "Export HAR (sanitized)" runs.
            text = tools.evaluate("""async () => {
                const [common, logs, har] = await Promise.all(
                    ["core/common/common", "models/logs/logs", "models/har/har"].map((name) => import(`./${name}.js`)));
                let text = "";
                const stream = {write: async (part) => { text += part; }, close: async () => {}, name: () => ""};
                const requests = logs.NetworkLog.NetworkLog.instance().requests();
                await har.Writer.Writer.write(stream, requests, {sanitize: true}, new common.Progress.Progress());
                return text;
            }""")
            (FOLDER / "chromium.har").write_text(text)
        finally:
            browser.terminate()
            browser.wait()


def playwright(playwright):
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    context = browser.new_context(record_har_path=FOLDER / "playwright.har")
    app = context.new_page()
    app.goto("http://127.0.0.1:18187/")
    app.wait_for_function("document.title != ''")
    print(app.title())
    context.close()
    browser.close()


def firefox(_):
    from marionette_driver.marionette import Marionette
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(
            ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--marionette", "--remote-allow-system-access"],
            env={"PATH": "/usr/bin", "HOME": profile}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(8)
            marionette = Marionette(host="127.0.0.1", port=2828)
            marionette.start_session()
            marionette.timeout.script = 30
            marionette.navigate("about:blank")
            script = "const [resolve] = arguments; (async () => { %s })().catch((error) => resolve(String(error)));"
            with marionette.using_context("chrome"):
                marionette.execute_async_script(script % """
                    const {require} = ChromeUtils.importESModule("resource://devtools/shared/loader/Loader.sys.mjs");
                    const {gDevTools} = require("devtools/client/framework/devtools");
                    const window = Services.wm.getMostRecentWindow("navigator:browser");
                    window.tools = await gDevTools.showToolboxForTab(window.gBrowser.selectedTab, {toolId: "netmonitor"});
                    resolve();""")
            time.sleep(2)
            marionette.navigate("http://127.0.0.1:18187/")
            while not marionette.title:
                time.sleep(0.2)
            print(marionette.title)
            time.sleep(1)
            with marionette.using_context("chrome"):
                text = marionette.execute_async_script(script % """
                    const window = Services.wm.getMostRecentWindow("navigator:browser");
                    resolve(JSON.stringify({log: await window.tools.getHARFromNetMonitor()}));""")
            (FOLDER / "firefox.har").write_text(text)
        finally:
            browser.terminate()
            browser.wait()


with sync_playwright() as driver:
    for name in sys.argv[1:] or ["chromium", "playwright", "firefox"]:
        {"chromium": chromium, "playwright": playwright, "firefox": firefox}[name](driver)
