-- SPDX-License-Identifier: MIT
-- chess.lua -- pictures of games in articles, by cp-render: chessplane-articles(7) is its manual.
--     pandoc -f chess.lua --lua-filter chess.lua article.md -o article.html
-- The filter puts a picture in the place of each fence whose first class is one of these words. The
-- reader (-f) reads Markdown as pandoc does, and options behind the word in any of their spellings.
-- Faults are told of all fences; then pandoc ends with the status of a filter that failed.

local words = { chess = true, fen = true, pgn = true, icn = true, chessplane = true }
local texts = { caption = true, source = true, stipulation = true, title = true } -- may be empty
local forms = {} -- of pictures, by what pandoc writes: SVG within the page, PDF, PNG; else files of SVG
for form, names in pairs {
    page = 'html html4 html5 chunkedhtml revealjs slidy slideous s5 dzslides',
    pdf = 'latex beamer context',
    png = 'docx odt opendocument pptx rtf icml',
} do
    for name in names:gmatch '%S+' do forms[name] = form end
end
local form = forms[FORMAT] or 'svg'

local rivals = { 'size width', 'caption no-caption stipulation', 'title no-title' } -- one without others
local command = os.getenv 'CP_RENDER' or 'cp-render'
local defaults = {} -- options of all fences, from metadata: name, value
local fences, faults = 0, 0
local named = {} -- files, so that each picture has one of its own

local function tell(...) io.stderr:write('chess.lua: ', string.format(...), '\n') end

-- what cp-render writes, or nil; its messages; its status
local function render(options, text)
    local messages = os.tmpname()
    local all = { '-c', 'exec "$@" 2>"$0"', messages, command, table.unpack(options) }
    local good, result = pcall(pandoc.pipe, 'sh', all, text)
    local file = assert(io.open(messages))
    local told = file:read 'a'
    file:close()
    os.remove(messages)
    if not good and result.error_code == 127 then
        tell('%s is not there: install chessplane, or name it in CP_RENDER', command)
        os.exit(83)
    end
    return good and result or nil, told, good and 0 or result.error_code
end

-- messages call the text of a fence stdin; here its place in the file, where the reader left that
local function placed(told, at)
    local name, line = at:match '^(.*):(%d+)$'
    told = ('\n' .. told):gsub('\nstdin:(%d+)', function(inside)
        return name and ('\n%s:%d'):format(name, line + inside) or ('\nfence %d:%s'):format(fences, inside)
    end)
    return told:sub(2)
end

-- options as cp-render takes them, and the names of those that were said
local function options_of(block)
    local options, said = {}, {}
    local function add(name, value)
        said[name] = true
        options[#options + 1] = '--' .. name .. ((value ~= '' or texts[name]) and '=' .. value or '')
    end
    for i = 2, #block.classes do add(block.classes[i], '') end
    for _, pair in ipairs(block.attributes) do
        if pair[1] ~= 'data-at' then add(pair[1], pair[2]) end
    end
    for name, value in pairs(defaults) do
        local is_said = said[name]
        for _, group in ipairs(rivals) do
            local rival = (' %s '):format(group):find((' %s '):format(name), 1, true) and group or ''
            for other in rival:gmatch '%S+' do is_said = is_said or said[other] end
        end
        if not is_said then add(name, value) end
    end
    if block.classes[1] == 'icn' and not said.from then add('from', 'icn') end
    return options, said
end

local function described(svg) -- a sheet has a description of its own, and one of each of its pictures
    local signs = { lt = '<', gt = '>', quot = '"', apos = "'", ['#39'] = "'", amp = '&' }
    local all = {}
    for text in svg:gmatch '<desc[^>]*>(.-)</desc>' do all[#all + 1] = text:gsub('&(#?%w+);', signs) end
    return table.concat(all, '. ')
end

local function picture(block)
    if not words[block.classes[1]] then return nil end
    fences = fences + 1
    local text, at, id = block.text .. '\n', block.attributes['data-at'] or '', block.identifier
    local options, said = options_of(block)
    local function draw(as, silent) -- nil: it is told why not
        local all = { table.unpack(options) }
        if as ~= 'svg' or not said.animate then all[#all + 1] = '--' .. as end
        local result, told, status = nil, '', 0
        local why = (said.output or said.index) and 'a fence names no files to write'
        if not why then result, told, status = render(all, text) end
        if result and as == 'svg' and not result:match '^<svg ' then
            why = result == '' and 'there is no game in it' or 'it asks for no picture'
        elseif status ~= 0 then
            why = ('%s %s ended with status %s'):format(command, table.concat(all, ' '), status)
        end
        if why or not silent then io.stderr:write(placed(told, at)) end
        if not why then return result end
        faults = faults + 1
        tell('no picture of fence %d%s, "%s": %s', fences, at:gsub('^.+', ' (%0)'), text:match '[^\r\n]*', why)
    end
    local svg = draw 'svg'
    local file = svg and (form == 'pdf' or form == 'png') and draw(form, true) or svg
    if not file then return nil end
    if form == 'page' then
        local attribute = id ~= '' and (' id="%s"'):format(id:gsub('[&"<]', '_')) or ''
        svg = svg:gsub('^<svg ', '<svg style="max-width:100%%;height:auto" ')
        return pandoc.RawBlock('html', ('<figure class="chess"%s>\n%s</figure>'):format(attribute, svg))
    end
    local stem = id:match '^[%w_-]+$' or 'chess-' .. fences
    while named[stem] do stem = stem .. '-' .. fences end
    named[stem] = true
    local name = ('%s.%s'):format(stem, form)
    pandoc.mediabag.insert(name, nil, file)
    return pandoc.Para { pandoc.Image(described(svg), name, '', pandoc.Attr(id, { 'chess' })) }
end

-- ---- the reader ----

-- of chess ply=12 flip, chess {ply=12 flip}, {.chess ply=12 .flip}; nil: no such fence
local function attributes_of(info)
    local word, rest = info:match '^{%s*%.(%a+)(.*)}$'
    if not word then word, rest = info:match '^(%a+)%s*{(.*)}$' end
    if not word then word, rest = (info .. ' '):match '^(%a+)(%s.*)$' end
    if not words[word] then return nil end
    local id, classes, values = '', { word }, {}
    while rest:match '%S' do
        local name, quote, value, after = rest:match '^%s*([%w-]+)=(["\'])(.-)%2(.*)$'
        if not name then name, value, after = rest:match '^%s*([%w-]+)=(%S*)(.*)$' end
        if name then
            values[#values + 1] = { name, value }
        else
            name, after = rest:match '^%s*(%S+)(.*)$'
            if name:match '^#' then id = name:sub(2) else classes[#classes + 1] = name:gsub('^%.', '') end
        end
        rest = after
    end
    return pandoc.Attr(id, classes, values)
end

-- The text with the fences that are ours in a spelling that all of pandoc's readers know, but for
-- those that are skipped; and the attributes of each.
local function respelt(input, skipped)
    local read, lines = {}, {}
    for _, source in ipairs(input) do
        local number, open = 0, nil -- the marks of the fence that is open
        for line in (source.text .. '\n\n'):gmatch '(.-)\r?\n' do
            number = number + 1
            local indent, marks, info = line:match '^( ? ? ?)(```+)%s*([^`]-)%s*$'
            if not marks then indent, marks, info = line:match '^( ? ? ?)(~~~+)%s*(.-)%s*$' end
            if open and marks and info == '' and marks:sub(1, #open) == open then
                open = nil
            elseif marks and not open then
                open = marks
                local attributes = attributes_of(info)
                if attributes then
                    attributes.attributes['data-at'] = (source.name ~= '' and source.name or 'stdin') .. ':' .. number
                    read[#read + 1] = attributes
                    if not skipped[#read] then
                        line = ('%s%s {.%s data-at="%d"}'):format(indent, marks, attributes.classes[1], #read)
                    end
                end
            end
            lines[#lines + 1] = line
        end
    end
    return table.concat(lines, '\n'), read
end

-- What turns out to be no fence, in a comment, say, is read again as it stood.
function Reader(input)
    local skipped, left, document = {}, true, nil
    while left do
        local text, read = respelt(input, skipped)
        local seen = {}
        document = pandoc.read(text, os.getenv 'CP_MARKDOWN' or 'markdown'):walk {
            CodeBlock = function(block)
                local at = words[block.classes[1]] and tonumber(block.attributes['data-at'])
                if not at or not read[at] then return nil end
                seen[at] = true
                return pandoc.CodeBlock(block.text, read[at])
            end,
        }
        left = false
        for at = 1, #read do
            left = left or not (seen[at] or skipped[at])
            skipped[at] = not seen[at]
        end
    end
    return document
end

-- ---- the filter ----

local function settle(meta)
    for key, value in pairs(meta) do
        local text = value == true and '' or pandoc.utils.stringify(value)
        if key:match '^chess%-' and value ~= false then defaults[key:sub(7)] = text end
    end
end

local function finish() return faults > 0 and os.exit(83) or nil end

return { { Meta = settle }, { CodeBlock = picture }, { Pandoc = finish } }
